"""Dataclasses as messages: read from JSON with strict types, and described as JSON Schema."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import MISSING, Field, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Message = TypeVar("Message")
SHOWN = 60  # characters of a wrong value that an error repeats
WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
SCHEMA_OF = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def declared(help: str, default: Any = MISSING, **bounds: int) -> Any:
    """A field with its meaning and, if given, `low`, `high` and `max_length`."""
    metadata = {"help": help, **bounds}
    if default is MISSING:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


def read_line(line: bytes) -> dict[str, Any]:
    """The object that a line holds; ValueError, in one line, if it holds none."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start}") from None
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos}") from None
    except RecursionError:
        raise ValueError("not JSON: nested too deeply") from None
    except ValueError as error:  # NaN and the like, numbers of thousands of digits
        raise ValueError(f"not JSON: {str(error)[:SHOWN]}") from None
    if not isinstance(data, dict):
        raise ValueError(f"{shown(data)} is not an object")
    return data


def read(kind: type[Message], data: dict[str, Any], exact: bool = False) -> Message:
    """A message from an object; ValueError says which field is wrong and what is allowed.

    Fields that the message does not know are passed over, unless `exact`.
    """
    known = _fields(kind)  # type: ignore[arg-type]
    if exact:
        for name in data:
            if name not in known:
                raise ValueError(f"unknown field {shown(name)}: allowed are {', '.join(known)}")
    values: dict[str, Any] = {}
    for name, (declaration, annotation) in known.items():
        if name in data:
            values[name] = _convert(annotation, data[name], name)
            _check_bounds(declaration, values[name], name)
        elif _required(declaration):
            raise ValueError(f"{name!r} is missing")
    return kind(**values)


def as_json(message: Any) -> dict[str, Any]:
    """A message as an object, without the fields that have nothing to say."""
    return {
        entry.name: _plain(value)
        for entry in fields(message)
        if (value := getattr(message, entry.name)) is not None or _required(entry)
    }


def encode(data: dict[str, Any]) -> bytes:
    """An object as one line."""
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def shown(value: Any) -> str:
    """A wrong value for an error: in one line, and short."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def schema_of(kinds: Sequence[type]) -> dict[str, Any]:
    """JSON Schema definitions of messages and of all that they are made of, by class name."""
    definitions: dict[str, Any] = {}
    for kind in kinds:
        _define(kind, definitions)
    return dict(sorted(definitions.items()))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


@cache
def _fields(kind: type) -> dict[str, tuple[Field[Any], Any]]:
    hints = get_type_hints(kind)
    return {entry.name: (entry, hints[entry.name]) for entry in fields(kind)}  # type: ignore[arg-type]


def _required(entry: Field[Any]) -> bool:
    return entry.default is MISSING and entry.default_factory is MISSING


def _convert(annotation: Any, value: Any, path: str) -> Any:
    """The value if it is of the type; whole numbers pass as numbers, nothing else is bent."""
    origin = get_origin(annotation)
    if annotation is Any:
        return value
    if origin in (Union, UnionType):
        if value is None:
            return None
        inner = [one for one in get_args(annotation) if one is not NoneType]
        return _convert(inner[0], value, path)
    if origin is Literal:
        if not isinstance(value, str) or value not in get_args(annotation):
            raise ValueError(
                f"{path} is {shown(value)}: allowed are {', '.join(get_args(annotation))}"
            )
        return value
    if origin is list:
        if not isinstance(value, list):
            raise ValueError(f"{path} is {shown(value)}, not a list")
        inner_type = get_args(annotation)[0]
        return [_convert(inner_type, one, f"{path}[{at}]") for at, one in enumerate(value)]
    if origin is dict:
        if not isinstance(value, dict):
            raise ValueError(f"{path} is {shown(value)}, not an object")
        return value
    if is_dataclass(annotation):
        if not isinstance(value, dict):
            raise ValueError(f"{path} is {shown(value)}, not an object")
        return read(annotation, value)  # type: ignore[arg-type]
    return _convert_plain(annotation, value, path)


def _convert_plain(annotation: Any, value: Any, path: str) -> Any:
    allowed = (int, float) if annotation is float else annotation
    if not isinstance(value, allowed) or (isinstance(value, bool) and annotation is not bool):
        raise ValueError(f"{path} is {shown(value)}, not {WORDS[annotation]}")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{path} is not a finite number")
    return value


def _check_bounds(entry: Field[Any], value: Any, path: str) -> None:
    low, high = entry.metadata.get("low"), entry.metadata.get("high")
    if value is None:
        return
    if (low is not None and value < low) or (high is not None and value > high):
        limits = f"from {low}" if high is None else f"{low}..{high}"
        raise ValueError(f"{path} is {shown(value)}: allowed are {limits}")
    longest = entry.metadata.get("max_length")
    if longest is not None and len(value) > longest:
        raise ValueError(f"{path} is longer than {longest}")


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return as_json(value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _define(kind: type, definitions: dict[str, Any]) -> None:
    if kind.__name__ in definitions:
        return
    definitions[kind.__name__] = {}  # its place, should it mention itself
    properties = {}
    for name, (entry, annotation) in _fields(kind).items():
        part = _schema(annotation, definitions)
        for ours, theirs in (
            ("help", "description"),
            ("low", "minimum"),
            ("high", "maximum"),
            ("max_length", "maxLength"),
        ):
            if ours in entry.metadata:
                part[theirs] = entry.metadata[ours]
        properties[name] = part
    required = [name for name, (entry, _) in _fields(kind).items() if _required(entry)]
    definitions[kind.__name__] = {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": properties,
        "required": required,
    }


def _schema(annotation: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin = get_origin(annotation)
    if annotation is Any:
        return {}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(one, definitions) for one in get_args(annotation)]}
    if origin is Literal:
        return {"enum": list(get_args(annotation))}
    if origin is list:
        return {"type": "array", "items": _schema(get_args(annotation)[0], definitions)}
    if origin is dict:
        return {"type": "object"}
    if is_dataclass(annotation):
        _define(annotation, definitions)  # type: ignore[arg-type]
        return {"$ref": f"#/$defs/{annotation.__name__}"}  # type: ignore[union-attr]
    return {"type": SCHEMA_OF[annotation]}
