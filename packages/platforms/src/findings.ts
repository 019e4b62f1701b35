import { type ConnectorFailure, isConnectorError, toldWhenAsked } from './failures.ts'
import type { SetupFinding } from './guide.ts'

/** Something is as it should be. */
export function ok(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'ok', title, text }
}

/** Something has to be mended. */
export function wrong(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'wrong', title, text }
}

/** Something cannot be told from here. */
export function unknown(id: string, title: string, text: string): SetupFinding {
  return { id, state: 'unknown', title, text }
}

/** What a question to a platform came to; anything that is not the platform's doing is thrown. */
export async function attempt<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: ConnectorFailure }> {
  try {
    return { value: await work() }
  } catch (error) {
    if (isConnectorError(error)) return { failure: { ...error.failure, message: toldWhenAsked(error.failure) } }
    throw error
  }
}

/** Trouble that passes by itself says nothing about how something is set up; a refusal does, however short it may be. */
export function isPassing({ kind, worsens }: ConnectorFailure): boolean {
  return (kind === 'transient' || kind === 'throttled') && worsens?.kind !== 'permission'
}
