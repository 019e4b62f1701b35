import type { AdminVerbs, AuditCheck, VerbOutput } from '@tillsight/domain'

/** Bytes for people. */
export function printBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`
}

/** Whether a log of who did what is still as it was written, and what to do if not. */
export function describeCheck(check: AuditCheck): string {
  return check.state === 'ok'
    ? `${check.entries} entries, unbroken up to no. ${check.newest}, ${check.hash}`
    : `the chain breaks at no. ${check.number}: ${check.reason}. Somebody changed the database by hand, or its disk is damaged: compare with a backup.`
}

/** How the installation is, a line each. */
export function describeOverview(overview: VerbOutput<AdminVerbs['admin.overview']>): string {
  const { version, newer, asksOutside, startedAt, disk, memory, database, warehouse, queue, backup } = overview
  const updates = newer
    ? `${newer.version} is ${newer.where === 'installed' ? 'installed: start the server again' : 'published'}`
    : asksOutside
      ? 'the newest that is known of'
      : 'nobody is asked for newer ones (UPDATES_URL)'
  const isUp = (state: boolean) => (state ? 'answers' : 'DOES NOT ANSWER')
  return [
    `Version    ${version}, ${updates}`,
    `Process    since ${startedAt}`,
    `Database   ${isUp(database)}`,
    `Warehouse  ${isUp(warehouse)}`,
    `Disk       ${disk ? `${printBytes(disk.free)} of ${printBytes(disk.total)} free` : 'not known'}`,
    `Memory     ${printBytes(memory.process)} in this process, ${printBytes(memory.free)} of ${printBytes(memory.total)} free`,
    `Jobs       ${queue.depth} wait or run, ${queue.failed} failed${queue.oldestDue ? `, the oldest is due since ${queue.oldestDue}` : ''}`,
    `Backup     ${backup ? `of ${backup.createdAt}, ${printBytes(backup.bytes)}${backup.isOld ? ': it is old' : ''}` : 'none was made yet: tillsight backup DIR'}`,
  ].join('\n')
}
