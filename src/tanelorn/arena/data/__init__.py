"""What others read: results and games as Parquet and NumPy."""
