// Shared pauses in memory, for contexts in tests.
import type { Clock } from '@tillsight/core'
import type { SharedPauses } from './connector-context.ts'

/** The pauses of one installation, which lasts as long as the test. */
export function memoryPauses(clock: Clock): SharedPauses {
  const kept = new Map<string, Date>()
  return {
    async until(scope) {
      const until = kept.get(scope)
      return until && until > clock.now() ? until : undefined
    },
    async hold(scope, until) {
      kept.set(scope, until)
    },
  }
}
