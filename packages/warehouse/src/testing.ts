// Real warehouses for tests: a host process of its own in a temporary folder, gone when the test ends.
export { blankRow } from './testing/blank-row.ts'
export { chooseSharedPlace, freePort, openTestWarehouse, startTestHost } from './testing/test-warehouse.ts'
export { openTwoShards } from './testing/two-shards.ts'
