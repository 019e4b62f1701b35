/** Whether data must survive a power cut; false only in tests. */
export interface Durability {
  readonly durable: boolean
}

/** The server's settings: one small machine, shared with the warehouse; a few dozen connections over one socket. */
export function serverSettings(socketDir: string, { durable }: Durability): string[] {
  const switchedOn = durable ? 'on' : 'off'
  const settings = {
    listen_addresses: '',
    unix_socket_directories: quoteListItem(socketDir),
    unix_socket_permissions: '0700',
    max_connections: '80',
    superuser_reserved_connections: '3',
    shared_buffers: durable ? '32MB' : '16MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    effective_cache_size: '256MB',
    // No replicas read our log, and nothing here profits from parallel queries or their processes.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    wal_recycle: 'off',
    io_method: 'sync',
    max_worker_processes: '2',
    max_logical_replication_workers: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    autovacuum_worker_slots: '2',
    autovacuum_max_workers: '1',
    jit: 'off',
    huge_pages: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    // Without this a process that hangs inside a transaction would hold back clean-up for ever.
    idle_in_transaction_session_timeout: '10min',
    fsync: switchedOn,
    synchronous_commit: switchedOn,
    full_page_writes: switchedOn,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a list; quoted, a comma or a space belongs to the name. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
