import type { Call } from './world.ts'

/** The value of a field of one of our objects: a property, a getter or a method that takes the field's arguments. */
export function valueOf(source: unknown, field: string, { args, call }: { args: object; call: Call }): unknown {
  if (typeof source !== 'object' || source === null) return undefined
  const value: unknown = Reflect.get(source, field)
  return typeof value === 'function' ? Reflect.apply(value, source, [args, call]) : value
}
