"""The chart of the Young Kingdoms in Elric: kingdoms and seas, and their towns."""
