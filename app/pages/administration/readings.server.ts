// What the pages that only show something show.

import type { AdminVerbs, VerbOutput } from '@tillsight/domain'
import { platformFaces } from '@tillsight/platforms'
import { href } from 'react-router'
import type { PageModel, TableModel } from './model.ts'
import { askedOf, bytesText, chosen, doneOf, listOf, numberText, type Office } from './open.server.ts'

const nameOf = (platform: string) => platformFaces.find(({ id }) => id === platform)?.name ?? platform

/** Organisations and shops. */
export async function loadOrganisations(office: Office): Promise<PageModel> {
  const { run, text, search, when } = office
  const found = await run('admin.organisations', askedOf(search))
  const rows = found.items.map((row) => ({
    key: `${row.organisation} ${row.shop?.id}`,
    label: row.shop?.domain ?? row.name,
    note: row.shop ? row.name : text('organisations.noShop'),
    to: `${href('/admin/people')}?${new URLSearchParams({ organisation: row.organisation })}`,
    cells: [
      row.shop ? nameOf(row.shop.platform) : text('none'),
      row.shop ? numberText(row.shop.orders, text('unknown')) : text('none'),
      row.shop ? when(row.shop.lastSyncAt, text('organisations.never')) : text('none'),
      row.plan ?? text('organisations.noPlan'),
      numberText(row.members, ''),
      row.supportAllowed
        ? { text: text('organisations.allowed'), tone: 'good' as const }
        : { text: text('organisations.notAllowed'), tone: 'neutral' as const },
    ],
  }))
  return {
    title: text('nav.organisations'),
    about: text('organisations.about'),
    done: doneOf(office),
    list: listOf(office, found),
    notes: [],
    tables: [
      {
        id: 'organisations',
        title: text('organisations.list'),
        labelHeader: text('organisations.shop'),
        columns: [
          { key: 'platform', label: text('organisations.platform'), isText: true },
          { key: 'orders', label: text('organisations.orders') },
          { key: 'sync', label: text('organisations.lastSync'), isText: true },
          { key: 'plan', label: text('organisations.plan'), isText: true },
          { key: 'members', label: text('organisations.members') },
          { key: 'support', label: text('organisations.support'), isText: true },
        ],
        rows,
      },
    ],
  }
}

/** Requests to platforms. */
export async function loadConnectors(office: Office): Promise<PageModel> {
  const { run, text, when } = office
  const { days, items } = await run('admin.connectors')
  return {
    title: text('nav.connectors'),
    about: text('connectors.about', { days }),
    done: '',
    list: null,
    notes: items.length === 0 ? [text('list.none')] : [],
    tables: [
      {
        id: 'connectors',
        title: text('connectors.list'),
        labelHeader: text('connectors.connector'),
        columns: [
          { key: 'connections', label: text('connectors.connections') },
          { key: 'troubled', label: text('connectors.troubled') },
          { key: 'requests', label: text('connectors.requests') },
          { key: 'refused', label: text('connectors.refused'), hint: text('connectors.refusedHint') },
          { key: 'limited', label: text('connectors.limited'), hint: text('connectors.limitedHint') },
          { key: 'failed', label: text('connectors.failed'), hint: text('connectors.failedHint') },
          { key: 'paused', label: text('connectors.paused'), isText: true },
        ],
        rows: items.map((one) => ({
          key: one.connector,
          label: nameOf(one.connector),
          cells: [
            ...[one.connections, one.troubled, one.requests, one.refused, one.limited, one.failed].map((count) =>
              numberText(count, ''),
            ),
            when(one.pausedUntil),
          ],
        })),
      },
    ],
  }
}

/** The log of mails. */
export async function loadMails(office: Office): Promise<PageModel> {
  const { run, text, search, when } = office
  const state = chosen(search, 'state', ['failed']) ?? 'all'
  const found = await run('admin.mails', { ...askedOf(search), state })
  const filter = {
    name: 'state',
    label: text('list.state'),
    value: state === 'all' ? '' : state,
    options: [
      { value: '', label: text('list.any') },
      { value: 'failed', label: text('mails.filter.failed') },
    ],
  }
  return {
    title: text('nav.mails'),
    about: text('mails.about'),
    done: '',
    list: listOf(office, found, [filter]),
    notes: [],
    tables: [
      {
        id: 'mails',
        title: text('mails.list'),
        labelHeader: text('mails.subject'),
        columns: [
          { key: 'to', label: text('mails.to'), isText: true },
          { key: 'at', label: text('mails.at'), isText: true },
          { key: 'error', label: text('mails.error'), isText: true, isLong: true },
        ],
        rows: found.items.map(({ id, at, recipient, subject, error }) => ({
          key: id,
          label: subject,
          cells: [recipient, when(at), error ?? text('none')],
        })),
      },
    ],
  }
}

/** What both stores take. */
export async function loadStorage(office: Office): Promise<PageModel> {
  const { run, text, search } = office
  const asked = await run('admin.storage', askedOf(search))
  const sizes = (id: string, title: string, all: typeof asked.database): TableModel => ({
    id,
    title,
    labelHeader: text('storage.table'),
    columns: [
      { key: 'rows', label: text('storage.rows') },
      { key: 'size', label: text('storage.size') },
    ],
    rows: all.map(({ table, rows, bytes }) => ({
      key: table,
      label: table,
      cells: [numberText(rows, ''), bytesText(bytes)],
    })),
  })
  const shops: TableModel = {
    id: 'shops',
    title: text('storage.shops'),
    labelHeader: text('storage.shop'),
    columns: [
      { key: 'database', label: text('storage.databaseRows') },
      { key: 'warehouse', label: text('storage.warehouseRows') },
      { key: 'size', label: text('storage.about_size') },
    ],
    rows: asked.shops.map((one) => ({
      key: one.shop,
      label: one.domain,
      note: one.organisation,
      cells: [
        numberText(one.databaseRows, ''),
        numberText(one.warehouseRows, text('unknown')),
        one.warehouseBytes === null ? text('unknown') : bytesText(one.warehouseBytes),
      ],
    })),
  }
  return {
    title: text('nav.storage'),
    about: text('storage.about'),
    done: '',
    list: listOf(office, { ...asked, items: asked.shops }),
    notes: [
      ...(asked.warehouse === null ? [text('storage.warehouseDown')] : []),
      text('storage.files', { count: numberText(asked.files.count, ''), size: bytesText(asked.files.bytes) }),
      ...(asked.files.lost.length === 0
        ? []
        : [text('storage.lost', { names: asked.files.lost.slice(0, 20).join(', ') })]),
    ],
    tables: [
      shops,
      sizes('warehouse', text('storage.warehouse'), asked.warehouse ?? []),
      sizes('database', text('storage.database'), asked.database),
    ],
  }
}

/** What administrators did. */
export async function loadActivity(office: Office): Promise<PageModel> {
  const { run, text, search, when } = office
  const found = await run('admin.activity', askedOf(search))
  return {
    title: text('nav.activity'),
    about: text('activity.about'),
    done: '',
    list: listOf(office, found),
    notes: [checkText(office, found.check)],
    tables: [
      {
        id: 'activity',
        title: text('activity.list'),
        labelHeader: text('activity.what'),
        columns: [
          { key: 'target', label: text('activity.target'), isText: true },
          { key: 'who', label: text('activity.who'), isText: true },
          { key: 'at', label: text('activity.at'), isText: true },
          { key: 'from', label: text('activity.from'), isText: true },
          { key: 'reason', label: text('activity.reason'), isText: true, isLong: true },
        ],
        rows: found.items.map(({ id, at, action, actor, target, reason, origin }) => ({
          key: id,
          label: text.maybe(`action.${action}`, action),
          cells: [target.name, actor.name, when(at), origin.ip || text('none'), reason ?? text('none')],
        })),
      },
    ],
  }
}

function checkText({ text }: Office, check: VerbOutput<AdminVerbs['admin.activity']>['check']): string {
  if (check.state === 'broken') return text('activity.broken', { number: numberText(check.number, '') })
  return text('activity.whole', { entries: numberText(check.entries, '') })
}
