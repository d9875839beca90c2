/** What each figure of the daemon counts, as Prometheus shows it. */
export const METRIC_HELP = {
  fairlead_build_info: 'The version that is running.',
  fairlead_start_time_seconds: 'When this daemon started, in seconds since 1970.',
  fairlead_resident_memory_bytes: 'Memory of this daemon.',
  fairlead_database_readable: 'Whether state and audit log can be read.',
  fairlead_projects: 'Projects with entries in the audit log.',
  fairlead_holds_pending: 'Calls that wait for a person.',
  fairlead_allowances_open: 'Approvals not used yet.',
  fairlead_dismissals_open: 'Kinds of commands that are allowed for a time.',
  fairlead_gaps: 'Calls answered without state, as listed by `fairlead doctor`.',
  fairlead_hook_requests_total: 'Hook calls that reached the daemon, by way and runtime.',
  fairlead_hook_waited_total: 'Hook calls kept open for a person to decide.',
  fairlead_hook_seconds: 'From a hook call to its answer, without those kept open for a person.',
  fairlead_decisions_total: 'Tool calls judged, by outcome, tier and runtime.',
  fairlead_grants_total: 'What people allowed, by kind of entry.',
  fairlead_refused_approvals_total: 'Approvals that were not accepted.',
  fairlead_facts_total: 'Entries added to the audit log, by area.',
} as const

export type MetricName = keyof typeof METRIC_HELP
