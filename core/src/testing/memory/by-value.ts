import { Err, Ok } from 'neverthrow';

/** A deep copy of data; functions, iterables and objects of a class stay what they are. */
function copyOf(value: unknown): unknown {
  if (typeof value === 'function')
    return (...given: readonly unknown[]) => copyOf(value(...given.map(copyOf)));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Promise) return value.then(copyOf);
  if (value instanceof Ok || value instanceof Err) return value.map(copyOf).mapErr(copyOf);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyOf(held)]));
}

/** An adapter that shares no object with its caller, as if it wrote to a disk: what goes in and comes out is copied. */
export function byValue<Port extends object>(port: Port): Port {
  return copyOf(port) as Port;
}
