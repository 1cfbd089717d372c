/** For commits that survive a power cut; asserted once the server answers. */
export const durable = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
} as const

/** For clusters that are thrown away. */
const fast = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Given on the command line, which nothing in the cluster can override. */
export function settingsFor(options: { socket: string; hba: string; isThrownAway: boolean }) {
  return {
    ...(options.isThrownAway ? fast : durable),
    // No port: only a socket that nobody but its owner may open.
    listen_addresses: '',
    unix_socket_directories: options.socket,
    unix_socket_permissions: '0700',
    hba_file: options.hba,
    password_encryption: 'scram-sha-256',
    // The password is random and long; more rounds would slow down each connection only.
    scram_iterations: '1',
    // A machine with 1 GB of memory: the pool, its listeners and a backup beside them.
    max_connections: '25',
    shared_buffers: '64MB',
    huge_pages: 'off',
    max_wal_size: '256MB',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '2',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // Memory that has a name is missing in some containers, and a logout may take it away.
    dynamic_shared_memory_type: 'mmap',
    min_dynamic_shared_memory: '4MB',
    io_method: 'sync',
    // There is no second server to replicate to.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_replication_slots: '0',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'ISO, MDY',
    lc_messages: 'C',
    update_process_title: 'off',
    // Failed statements are told to whoever sent them; statements and parameters are never logged.
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
