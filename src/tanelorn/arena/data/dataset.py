"""Records as arrays: for each pick that was made what its seat saw, what it might have picked, what it picked, and what
the game was worth to it in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tanelorn.arena.extras import need
from tanelorn.core.content.data import json_of
from tanelorn.core.errors import BadData, BadRecord, Illegal
from tanelorn.core.play.asides import standing_choices
from tanelorn.core.play.record import Chose, Record
from tanelorn.core.play.replay import Parted, begun, carried_out
from tanelorn.core.play.table import Table
from tanelorn.envs.observing.observer import Observation, Observer, path_of
from tanelorn.envs.observing.page import ROWS
from tanelorn.envs.observing.writing import HEAD, NOTHING, VALUES
from tanelorn.envs.picking.picks import Picking
from tanelorn.envs.picking.vocabulary import Mask, Vocabulary, vocabulary_of
from tanelorn.envs.rewards import rewards_of

PLAIN = {"game": np.int32, "decision": np.int32, "seat": np.int16, "pick": np.int32, "reward": np.float32}
"""The columns with a number for each pick: the game and the choice in it that it belongs to, both counted from 0."""
RAGGED = {
    "legal": np.int32,
    "path": np.int16,
    "nodes": np.float32,
    "entities": np.int32,
    "globals": np.float32,
}
"""The columns with a list for each pick: what might have been picked, and the observation, of which padding is left
out.
"""
KINDS = (".parquet", ".npz")
Column = NDArray[Any]
Arrays = dict[str, Column]
"""Columns by name; a ragged one as the values of all rows, and beside it, `NAME_at`, where those of each row begin."""


class Shape(msgspec.Struct, frozen=True):
    """How a scenario's observations are to be read: how many nodes, with what columns; the names of the globals."""

    spaces: int
    columns: tuple[str, ...]
    globals: tuple[str, ...]


class About(msgspec.Struct):
    """What a data set is of. `shapes` are by scenario, `scenarios` by game, in the order of the games."""

    game: str
    rules: int
    vocabulary: str
    size: int
    shapes: dict[str, Shape] = {}
    scenarios: list[str] = []


class Sample(msgspec.Struct, frozen=True):
    """One pick: what was seen, what might be picked, what was, and what the game was worth to the seat."""

    game: int
    decision: int
    seat: int
    observation: Observation
    mask: Mask
    pick: int
    reward: float


def check_place(path: Path) -> None:
    """Refuse a file that could not be written in the end: of another kind, or in a folder that is not there."""
    if path.suffix.lower() not in KINDS:
        raise Illegal(f"“{path}” is no data set that can be written.", remedy="Give a file ending in .parquet or .npz.")
    if not path.parent.is_dir():
        raise Illegal(f"There is no folder {path.parent}.", remedy="Make it first, or name another.")
    if path.suffix.lower() == ".parquet":
        need("pyarrow")


def export(path: Path, records: Iterable[Record], done: Callable[[], None] = lambda: None) -> tuple[int, int]:
    """Write records as a data set, whole or not at all; return how many games and picks are in it.

    Games that have not ended are left out. Raises BadRecord for a record that cannot be played again, Illegal where
    they are of several games or none has ended; `done` is called after each record.
    """
    check_place(path)
    about: About | None = None
    partial = path.with_name(f".{path.name}.part")
    writer: _Npz | _Parquet = (_Npz if path.suffix.lower() == ".npz" else _Parquet)(partial)
    try:
        picks = 0
        for record in records:
            if record.ended is not None:
                about = _joined(about, record)
                arrays = arrays_of(record, about)
                picks += len(arrays["pick"])
                writer.add(arrays)
            done()
        if about is None:
            raise Illegal("None of these games has ended.", remedy="Give records of finished games.")
        writer.end(about)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return len(about.scenarios), picks


def _joined(about: About | None, record: Record) -> About:
    """Return what the data set is of, one more record included; raise Illegal for one of another game."""
    game = record.game()
    if about is None:
        vocabulary = vocabulary_of(game)
        about = About(game.slug, game.rules, vocabulary.name, vocabulary.size)
    if game.slug != about.game:
        raise Illegal(
            f"These records are of {about.game} and of {game.slug}.",
            remedy="Export one game at a time: their picks differ.",
        )
    return about


def arrays_of(record: Record, about: About) -> Arrays:
    """Return the columns of one game, and note its scenario; raise BadRecord where it cannot be played again."""
    rows = list(_rows(record, about))
    rewards = rewards_of(record.ended.outcome if record.ended is not None else None, _seats(record))
    arrays: Arrays = {
        "game": np.full(len(rows), len(about.scenarios), PLAIN["game"]),
        "decision": np.array([row.decision for row in rows], PLAIN["decision"]),
        "seat": np.array([row.seat for row in rows], PLAIN["seat"]),
        "pick": np.array([row.pick for row in rows], PLAIN["pick"]),
        "reward": np.array([rewards[row.seat] for row in rows], PLAIN["reward"]),
    }
    for name, kind in RAGGED.items():
        lists = [getattr(row, name) for row in rows]
        arrays[name] = np.concatenate([*lists, np.zeros(0, kind)]).astype(kind)
        arrays[f"{name}_at"] = np.concatenate([[0], np.cumsum([len(values) for values in lists])]).astype(np.int64)
    about.scenarios.append(record.header.scenario)
    return arrays


def _seats(record: Record) -> int:
    return len(record.game().scenario(record.header.scenario).seats)


class _Row(msgspec.Struct):
    decision: int
    seat: int
    pick: int
    legal: Column
    path: Column
    nodes: Column
    entities: Column
    globals: Column


def _rows(record: Record, about: About) -> Iterator[_Row]:
    """Yield a row for each pick of a record; what was taken back is left out."""
    table = begun(record, record.committed() or record.chance())
    observer, vocabulary = Observer(table), vocabulary_of(table.game)
    about.shapes.setdefault(record.header.scenario, Shape(observer.spaces, observer.columns, observer.named))
    standing = standing_choices(record.entries)
    made: list[list[_Row]] = []
    for number, entry in enumerate(record.entries):
        if number in standing and number >= len(table.entries):
            made.append(_picked(table, observer, vocabulary, standing[number]))
        parting = carried_out(table, number, entry)
        if parting is not None:
            raise Parted.at(parting)
    for decision, rows in enumerate(made):
        for row in rows:
            row.decision = decision
            yield row


def _picked(table: Table, observer: Observer, vocabulary: Vocabulary, entry: Chose) -> list[_Row]:
    """Return the rows of one choice that is about to be made: one for each of its picks."""
    choices = table.decision(entry.seat).choices()
    walked = Picking(choices, vocabulary)
    if walked.reach(choices.parse(entry.text).picks) is None:
        raise BadRecord(f"“{entry.text}” cannot be made by picks.", remedy="Report it with the record.")
    seen = observer.observe(table.view(entry.seat))
    used = int(seen["entity_mask"].sum())
    nodes, entities, plain = seen["nodes"].flatten(), seen["entities"][:used].flatten(), seen["globals"].copy()
    picking, rows = Picking(choices, vocabulary), []
    for number in walked.numbers:
        legal = np.array(sorted(picking.legal), RAGGED["legal"])
        path = np.array(picking.numbers, RAGGED["path"])
        rows.append(_Row(0, entry.seat, number, legal, path, nodes, entities, plain))
        picking.pick(number)
    return rows


class _Npz:
    """Gathers the columns, and writes them at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._games: list[Arrays] = []

    def add(self, arrays: Arrays) -> None:
        self._games.append(arrays)

    def end(self, about: About) -> None:
        whole: Arrays = {name: np.concatenate([game[name] for game in self._games]) for name in (*PLAIN, *RAGGED)}
        for name in RAGGED:
            lengths = np.concatenate([np.diff(game[f"{name}_at"]) for game in self._games])
            whole[f"{name}_at"] = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        with self._path.open("wb") as file:
            np.savez_compressed(file, about=np.array(msgspec.json.encode(about).decode()), **whole)  # type: ignore[arg-type]


class _Parquet:
    """Writes the columns game by game, a row group each."""

    def __init__(self, path: Path) -> None:
        self._pa, self._pq = need("pyarrow"), need("pyarrow.parquet")
        self._path = path
        self._writer: Any = None

    def add(self, arrays: Arrays) -> None:
        pa = self._pa
        columns = {name: pa.array(arrays[name]) for name in PLAIN}
        for name in RAGGED:
            columns[name] = pa.LargeListArray.from_arrays(pa.array(arrays[f"{name}_at"]), pa.array(arrays[name]))
        table = pa.table(columns)
        if self._writer is None:
            self._writer = self._pq.ParquetWriter(self._path, table.schema, compression="zstd")
        self._writer.write_table(table)

    def end(self, about: About) -> None:
        self._writer.add_key_value_metadata({"tanelorn": msgspec.json.encode(about).decode()})
        self._writer.close()


class Dataset(Sequence[Sample]):
    """A data set in memory: `about` says what it is of, `arrays` are its columns, and each sample is a pick, with the
    very observation and mask that the environments give.
    """

    def __init__(self, about: About, arrays: Arrays) -> None:
        self.about = about
        self.arrays = arrays

    @classmethod
    def load(cls, path: Path) -> Dataset:
        """Read a data set; raise BadData for what is none, Illegal for one of another vocabulary than is known here."""
        check_place(path)
        try:
            about, arrays = _read_npz(path) if path.suffix.lower() == ".npz" else _read_parquet(path)
        except (OSError, ValueError, KeyError) as error:
            raise BadData(f"{path} is no data set of Tanelorn: {error}.", remedy="Give one that it exported.") from None
        known = vocabulary_of(about.game)
        if known.name != about.vocabulary:
            raise Illegal(
                f"The picks of {path} are those of {about.vocabulary}; here {known.name} is known.",
                remedy="Export the records again.",
            )
        return cls(about, arrays)

    def __len__(self) -> int:
        return len(self.arrays["pick"])

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        at %= len(self)
        number = {name: self.arrays[name][at].item() for name in PLAIN}
        lists = {name: self._list(name, at) for name in RAGGED}
        mask = np.zeros(self.about.size, np.uint8)
        mask[lists["legal"]] = 1
        shape = self.about.shapes[self.about.scenarios[number["game"]]]
        used = lists["entities"].reshape(-1, HEAD + VALUES)
        entities = np.full((ROWS, HEAD + VALUES), NOTHING, np.int32)
        entities[: len(used)] = used
        entity_mask = np.zeros(ROWS, np.uint8)
        entity_mask[: len(used)] = 1
        observation = Observation(
            nodes=lists["nodes"].reshape(shape.spaces, len(shape.columns)),
            entities=entities,
            entity_mask=entity_mask,
            globals=lists["globals"],
            path=path_of(lists["path"].tolist()),
        )
        return Sample(
            number["game"], number["decision"], number["seat"], observation, mask, number["pick"], number["reward"]
        )

    def _list(self, name: str, at: int) -> Column:
        begins = self.arrays[f"{name}_at"]
        return self.arrays[name][begins[at] : begins[at + 1]]


def _about(text: str) -> About:
    return json_of(text, About, "What a data set says about itself")


def _read_npz(path: Path) -> tuple[About, Arrays]:
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    return _about(str(arrays.pop("about"))), arrays


def _read_parquet(path: Path) -> tuple[About, Arrays]:
    pq = need("pyarrow.parquet")
    about = _about(pq.read_metadata(path).metadata[b"tanelorn"].decode())
    table = pq.read_table(path).combine_chunks()
    arrays: Arrays = {name: table.column(name).to_numpy() for name in PLAIN}
    for name in RAGGED:
        lists = table.column(name).combine_chunks()
        lists = lists.chunk(0) if hasattr(lists, "chunk") else lists
        arrays[name] = lists.values.to_numpy()
        arrays[f"{name}_at"] = lists.offsets.to_numpy()
    return about, arrays
