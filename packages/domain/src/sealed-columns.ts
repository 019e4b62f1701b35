import type { SealedColumn } from '@tillsight/database'
import { sealedByConnections } from './connections/index.ts'
import { sealedByConversions } from './conversions/index.ts'
import { sealedByPrivacy } from './privacy/index.ts'
import { sealedByPush } from './push/index.ts'
import { sealedByExports } from './scheduled-exports/index.ts'
import { sealedBySlack } from './slack/index.ts'
import { sealedByWebhooks } from './webhooks/index.ts'

/** All columns that the product seals, other than those of the auth service. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedByConnections,
  ...sealedByConversions,
  ...sealedByExports,
  ...sealedByPrivacy,
  ...sealedByPush,
  ...sealedBySlack,
  ...sealedByWebhooks,
]
