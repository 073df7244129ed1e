export type Memory = 'default' | 'test'

/** With less than 64 MB of `wal_buffers`, two connections that insert 100,000 alarms wait for each other to write the log. */
const SIZES: Record<Memory, Record<string, string>> = {
  default: { shared_buffers: '256MB', effective_cache_size: '768MB', max_connections: '60', max_wal_size: '2GB', wal_buffers: '64MB' },
  test: { shared_buffers: '128MB', effective_cache_size: '512MB', max_connections: '160', max_wal_size: '1GB' },
}

/** Settings for two cores and about 1 GB of memory. Other settings keep the defaults of PostgreSQL. */
const COMMON: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  checkpoint_timeout: '15min',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
  io_workers: '2',
  max_parallel_workers_per_gather: '1',
  // A scan of about 100,000 rows stays in one process: when both cores are busy, a second process takes longer to start than the scan takes.
  parallel_setup_cost: '5000',
  max_locks_per_transaction: '256',
  autovacuum_max_workers: '2',
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_cost_limit: '1000',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements are not logged here: the server reports them, and their texts may contain what people typed.
  log_min_messages: 'log',
}

/** Settings that must be on, because acknowledged data must survive a power cut. */
export const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** Command-line settings. PostgreSQL listens on a Unix socket only, in a folder that only its owner may enter. */
export const settingsFor = (memory: Memory, socketDir: string, port: number): string[] =>
  Object.entries({
    ...COMMON,
    ...SIZES[memory],
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: String(port),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
