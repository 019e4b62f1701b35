import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** Bytes of memory that the engine may use in all, and one statement of it. */
export interface MemoryLimits {
  readonly engine: number
  readonly statement: number
}

/** A third of the machine (or of its container) for the engine, at most 2 GiB for one statement. */
export function memoryLimits(): MemoryLimits {
  const constrained = process.constrainedMemory()
  const machine = constrained > 0 && constrained < totalmem() ? constrained : totalmem()
  const engine = Math.max(Math.floor(machine * 0.33), 512 * mebibyte)
  return { engine, statement: Math.min(2048 * mebibyte, Math.floor(engine * 0.7)) }
}

/** The engine's configuration file. `extra` is XML that is added as it is. */
export function engineConfig(limits: MemoryLimits, extra: string): string {
  // One machine with two cores is the common case: few background threads, hence few stacks and buffers. Merges must
  // still start when only one thread is free.
  return `<clickhouse>
  <timezone>UTC</timezone>
  <max_server_memory_usage>${limits.engine}</max_server_memory_usage>
  <mark_cache_size>${256 * mebibyte}</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <!-- Threads that wait for work keep what they had allocated. By default, a thousand of them may. -->
  <max_thread_pool_free_size>16</max_thread_pool_free_size>
  <backups><allowed_path>/</allowed_path></backups>
  <background_pool_size>2</background_pool_size>
  <background_common_pool_size>2</background_common_pool_size>
  <background_schedule_pool_size>4</background_schedule_pool_size>
  <background_fetches_pool_size>1</background_fetches_pool_size>
  <background_move_pool_size>1</background_move_pool_size>
  <!-- Twenty times a second by default: a third of what an idle warehouse takes of the processor. -->
  <memory_worker_period_ms>1000</memory_worker_period_ms>
  <merge_tree>
    <number_of_free_entries_in_pool_to_execute_mutation>1</number_of_free_entries_in_pool_to_execute_mutation>
    <number_of_free_entries_in_pool_to_lower_max_size_of_merge>1</number_of_free_entries_in_pool_to_lower_max_size_of_merge>
    <number_of_free_entries_in_pool_to_execute_optimize_entire_partition>1</number_of_free_entries_in_pool_to_execute_optimize_entire_partition>
  </merge_tree>
  ${extra}
</clickhouse>
`
}

/** Default settings of every statement, by kind; a request may override them. */
export function defaultSettings(limits: MemoryLimits, kind: 'read' | 'insert' | 'change'): Map<string, string> {
  const seconds = { read: 30, insert: 300, change: 0 }[kind]
  const spill = String(Math.floor(limits.statement / 2))
  return new Map([
    ['max_memory_usage', String(limits.statement)],
    ['max_bytes_before_external_group_by', spill],
    ['max_bytes_before_external_sort', spill],
    ['max_execution_time', String(seconds)],
    // It remembers, for every part and filter ever asked, which granules have no row: filters of ours seldom come again.
    ['use_query_condition_cache', '0'],
    // In one process it would only delay: the next insert does not join the batch.
    ['async_insert', '0'],
  ])
}
