import { bytesText, doneOf, numberText, type Office } from './open.server.ts'

/** A fact about the installation. */
interface Fact {
  readonly name: string
  readonly value: string
  readonly note: string
  readonly tone: 'plain' | 'good' | 'bad'
}

const littleDisk = 2e9

/** How the installation is, in texts. */
export async function loadOverview(office: Office) {
  const { run, text, when } = office
  const overview = await run('admin.overview')
  const { disk, memory, queue, backup } = overview
  const store = (name: string, isUp: boolean): Fact => ({
    name,
    value: text(isUp ? 'overview.up' : 'overview.down'),
    note: '',
    tone: isUp ? 'good' : 'bad',
  })
  const free = (space: { readonly free: number; readonly total: number }) =>
    text('overview.free', { free: bytesText(space.free), total: bytesText(space.total) })
  const facts: readonly Fact[] = [
    { name: text('overview.version'), value: overview.version, note: updatesText(office, overview), tone: 'plain' },
    {
      name: text('overview.running'),
      value: when(overview.startedAt),
      note: text('overview.role', { role: overview.role }),
      tone: 'plain',
    },
    {
      name: text('overview.disk'),
      value: disk ? free(disk) : text('unknown'),
      note: '',
      tone: disk && disk.free < littleDisk ? 'bad' : 'plain',
    },
    {
      name: text('overview.memory'),
      value: free(memory),
      note: text('overview.process', { bytes: bytesText(memory.process) }),
      tone: 'plain',
    },
    store(text('overview.database'), overview.database),
    store(text('overview.warehouse'), overview.warehouse),
    {
      name: text('overview.queue'),
      value: numberText(queue.depth, ''),
      note: text('overview.queueMore', { running: queue.running, failed: queue.failed }),
      tone: 'plain',
    },
    {
      name: text('overview.oldest'),
      value: when(queue.oldestDue, text('overview.nothingDue')),
      note: '',
      tone: 'plain',
    },
    {
      name: text('overview.backup'),
      value: when(backup?.createdAt ?? null, text('overview.noBackup')),
      note: backup
        ? backup.isOld
          ? text('overview.backupOld')
          : text('overview.backupSize', { bytes: bytesText(backup.bytes), version: backup.version })
        : text('overview.noBackupAdvice'),
      tone: backup && !backup.isOld ? 'plain' : 'bad',
    },
  ]
  return {
    title: text('title'),
    about: text('overview.about'),
    done: doneOf(office),
    heading: text('overview.facts'),
    facts,
  }
}

function updatesText(
  { text }: Office,
  {
    newer,
    asksOutside,
  }: {
    readonly newer: { readonly version: string; readonly where: 'installed' | 'published' } | null
    readonly asksOutside: boolean
  },
): string {
  if (newer?.where === 'installed') return text('overview.newerInstalled', { version: newer.version })
  if (newer) return text('overview.newerPublished', { version: newer.version })
  return text(asksOutside ? 'overview.newest' : 'overview.notAsked')
}
