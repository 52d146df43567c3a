"""Results as Parquet, a row for each game: what pandas, polars, DuckDB and R read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import msgspec

from tanelorn.arena.extras import need
from tanelorn.arena.matches.match import Result


def write_results(path: Path, results: Iterable[Result]) -> None:
    """Write results as a Parquet file, whole or not at all; raise Illegal where pyarrow is not installed."""
    pa, pq = need("pyarrow"), need("pyarrow.parquet")
    rows = [
        {
            **msgspec.to_builtins(result),
            "counts": list(result.counts.items()),
            "opening": [{"seat": opened.seat, "text": opened.text} for opened in result.opening],
        }
        for result in results
    ]
    partial = path.with_suffix(".part")
    pq.write_table(pa.Table.from_pylist(rows, schema=_schema(pa)), partial, compression="zstd")
    partial.replace(path)


def _schema(pa: ModuleType) -> object:
    text, whole, real = pa.string(), pa.int64(), pa.float64()
    kinds = {
        "number": whole,
        "seed": whole,
        "game": text,
        "scenario": text,
        "seats": pa.list_(text),
        "winners": pa.list_(pa.int16()),
        "reason": text,
        "clause": text,
        "turns": pa.int32(),
        "decisions": pa.int32(),
        "seconds": real,
        "scores": pa.list_(real),
        "parts": pa.list_(text),
        "counts": pa.map_(text, real),
        "opening": pa.list_(pa.struct({"seat": pa.int16(), "text": text})),
        "faults": pa.list_(pa.struct({"seat": pa.int16(), "why": text})),
        "digest": text,
    }
    return pa.schema([(name, kinds[name]) for name in Result.__struct_fields__])
