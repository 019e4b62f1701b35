import { z } from 'zod'

const Source = z.object({
  name: z.string().nullish(),
  names: z.array(z.string()).nullish(),
  default: z.unknown().optional(),
  array: z.boolean().nullish(),
})

/** Which attribute of an assertion becomes which field of the user's data. */
export const AttributeMapping = z.object({ keys: z.record(z.string(), Source).optional() })
/** See {@link AttributeMapping}. */
export type AttributeMapping = z.infer<typeof AttributeMapping>

/** Values of an attribute, by its name or friendly name; empty ones left out. */
export type Attributes = (name: string) => readonly string[]

/** The fields that the mapping finds something for. */
export function applyMapping({ keys = {} }: AttributeMapping, attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, source]) => {
      const values = [source.name ?? '', ...(source.names ?? [])].filter(Boolean).flatMap(attributes)
      const value = values.length > 0 ? (source.array ? values : values[0]) : source.default
      return value === undefined || value === null ? [] : [[key, value]]
    }),
  )
}
