// The analytics store behind one handle: ClickHouse, or an embedded host process that speaks its protocol.
// Hands out access for one shop at a time. Must not know the product's rules, app state or HTTP doors.
export { type BackupManifest, backupWarehouse, restoreWarehouse } from './backup.ts'
export type {
  ColumnValue,
  CompiledPurge,
  CompiledRewrite,
  ReadOptions,
  Row,
  ShopWarehouse,
  Warehouse,
} from './contract.ts'
export { type EmbeddedWarehouseOptions, embeddedWarehouse } from './embedded.ts'
export {
  adClicks,
  adDays,
  adEntities,
  adHours,
  adReach,
  type Columns,
  daily,
  identities,
  imported,
  ledger,
  records,
  type Table,
  type TableName,
  tables,
} from './tables.ts'
export { openWarehouse, type WarehouseOptions } from './warehouse.ts'
