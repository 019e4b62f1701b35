// The analytics store behind one interface: ClickHouse, or an embedded host process with its protocol. Gives access to one
// shop at a time. Must not know the product's rules, app database or HTTP endpoints.

export { adClickIds, adDays, adEntities, adHours, adReach } from './ad-tables.ts'
export { type BackupManifest, backupWarehouse, restoreWarehouse } from './backup.ts'
export type {
  ColumnValue,
  CompiledPurge,
  CompiledRewrite,
  FileFormat,
  ReadOptions,
  Row,
  RowColumns,
  ShopWarehouse,
  StoredSize,
  Warehouse,
} from './contract.ts'
export { type EmbeddedWarehouseOptions, embeddedWarehouse } from './embedded.ts'
export type { Columns, CompiledQuery, Table } from './table.ts'
export { daily, identities, imported, ledger, records, type TableName, tables } from './tables.ts'
export { events, identifications, journeys, touches } from './visit-tables.ts'
export { openWarehouse, type WarehouseOptions } from './warehouse.ts'
