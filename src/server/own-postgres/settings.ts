/** With these settings, commits survive a power failure. */
export const durable = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
} as const

const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Settings for the command line, which no file in the cluster can override. */
export function settingsFor(options: { socket: string; hba: string; isThrownAway: boolean }) {
  return {
    ...(options.isThrownAway ? fast : durable),
    listen_addresses: '',
    unix_socket_directories: options.socket,
    unix_socket_permissions: '0700',
    hba_file: options.hba,
    password_encryption: 'scram-sha-256',
    // The password is random and long, so more rounds would only slow down each connection.
    scram_iterations: '1',
    // The sizes are for 1 GB of memory, the connections for the pool, its listeners and a backup.
    max_connections: '25',
    shared_buffers: '64MB',
    huge_pages: 'off',
    max_wal_size: '256MB',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '2',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // The default is missing in some containers, and a logout may remove it.
    dynamic_shared_memory_type: 'mmap',
    min_dynamic_shared_memory: '4MB',
    io_method: 'sync',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_replication_slots: '0',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'ISO, MDY',
    lc_messages: 'C',
    update_process_title: 'off',
    // Statements and parameters are never logged.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_min_duration_statement: '-1',
    log_autovacuum_min_duration: '-1',
    log_checkpoints: 'off',
    log_connections: '',
    log_lock_waits: 'off',
  }
}

export function asArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
