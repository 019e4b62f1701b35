import type { z } from 'zod'
import type { Permission } from './context/index.ts'

// Tables of verbs, and what is known of a verb by its name. Must not know any verb.

/** Runs a verb of a table by name, for the current actor. Throws what `run` throws. */
export type RunVerb<Verbs extends VerbTable> = <Name extends keyof Verbs>(
  name: Name,
  ...input: Record<string, never> extends VerbInput<Verbs[Name]>
    ? [input?: VerbInput<Verbs[Name]>]
    : [input: VerbInput<Verbs[Name]>]
) => Promise<VerbOutput<Verbs[Name]>>

/** A verb's input before validation. */
export type VerbInput<One extends Declared> = Untouched<z.input<One['input']>>

/** A verb's result. */
export type VerbOutput<One extends Declared> = z.output<One['output']>

type Declared = {
  readonly name: string
  readonly needs: Permission
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** Verbs by name. */
export type VerbTable = Readonly<Record<string, Declared>>

/** Deeply read-only: verbs do not change their input. */
type Untouched<T> = unknown extends T
  ? T
  : T extends readonly (infer One)[]
    ? readonly Untouched<One>[]
    : T extends Uint8Array
      ? Uint8Array
      : T extends string | number | bigint | boolean | ((...args: never) => unknown) | null | undefined
        ? T
        : { readonly [Key in keyof T]: Untouched<T[Key]> }

/** A table of these verbs. */
export function named<const Verbs extends readonly Declared[]>(
  ...verbs: Verbs
): { readonly [One in Verbs[number] as One['name']]: One } {
  return Object.fromEntries(verbs.map((verb) => [verb.name, verb])) as {
    readonly [One in Verbs[number] as One['name']]: One
  }
}
