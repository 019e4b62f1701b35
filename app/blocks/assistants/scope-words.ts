import type { Scope } from '@tillsight/domain'
import type { MessageKey } from '../../language/index.ts'
import 'virtual:words/assistants'

/** What each scope opens, in words. */
export const scopeWords: Readonly<Partial<Record<Scope, MessageKey>>> = {
  'metrics:read': 'assistants.metrics',
  'orders:read': 'assistants.orders',
  'attribution:read': 'assistants.attribution',
  'health:read': 'assistants.health',
  'costs:read': 'assistants.costs',
}
