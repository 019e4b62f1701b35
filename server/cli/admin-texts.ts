import type { AdminVerbs, VerbOutput } from '@tillsight/domain'

/** Bytes for people. */
export function printBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`
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
