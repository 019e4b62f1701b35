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

/** The verbs among everything that these modules export, or these objects hold, by their own names. */
export function verbsOf<Modules extends readonly object[]>(...modules: Modules): ByName<VerbIn<Modules[number]>> {
  const verbs = modules.flatMap((module) => Object.values(module)).filter(isVerb)
  return Object.fromEntries(verbs.map((verb) => [verb.name, verb])) as ByName<VerbIn<Modules[number]>>
}

type ByName<Verbs extends Declared> = { readonly [One in Verbs as One['name']]: One }

type VerbIn<Module> = Module extends object ? Extract<Module[keyof Module], Declared> : never

function isVerb(value: unknown): value is Declared {
  return typeof value === 'object' && value !== null && 'needs' in value && 'run' in value
}
