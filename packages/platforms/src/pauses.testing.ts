// Pauses as an installation would keep them, for contexts that tests make.
import type { Clock } from '@tillsight/core'
import type { SharedPauses } from './connector-context.ts'

/** Pauses of one installation that lives as long as the test. */
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
