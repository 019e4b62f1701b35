import { countUnread, listInbox, markRead } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { nameShopsFor } from '../shops/index.ts'

const usualLimit = 50

/** What was delivered to a person here, and what became of its mail. */
export const InboxEntry = z.object({
  id: z.string(),
  /** `digest.week`, `health` and the like. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of this site; empty for none. */
  link: z.string(),
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** Null where no mail was meant to be sent. */
  mail: z
    .object({
      state: z.enum(['waiting', 'claimed', 'sent', 'unknown', 'failed']),
      /** Why it did not go out, or not yet. */
      reason: z.string(),
    })
    .nullable(),
})
export type InboxEntry = z.infer<typeof InboxEntry>

/** The person's inbox of 90 days, the newest first. What is about shops that are not open to them any more is left out. */
export const listOwnInbox = defineVerb({
  name: 'inbox.list',
  needs: 'self',
  access: 'read',
  input: z.object({
    limit: z.int().min(1).max(200).optional(),
    /** Only what is older, ISO 8601. */
    before: z.iso.datetime().optional(),
  }),
  output: z.object({ entries: z.array(InboxEntry), unread: z.number(), hasMore: z.boolean() }),
  async run(ctx: PersonContext, { limit = usualLimit, before }) {
    const open = (await nameShopsFor(ctx)).map(({ id }) => id)
    const page = { limit: limit + 1, before: before === undefined ? undefined : new Date(before), open }
    const [rows, unread] = await Promise.all([
      listInbox(ctx.queries, ctx.person, page),
      countUnread(ctx.queries, ctx.person, open),
    ])
    return {
      entries: rows.slice(0, limit).map((row) => ({
        id: row.id,
        kind: row.kind,
        title: row.title,
        body: row.body,
        link: row.link,
        at: row.createdAt.toISOString(),
        isRead: row.readAt !== null,
        mail: row.mailState === null ? null : { state: row.mailState, reason: row.mailReason ?? '' },
      })),
      unread,
      hasMore: rows.length > limit,
    }
  },
})

/** How many entries the person has not read. */
export const countOwnInbox = defineVerb({
  name: 'inbox.count',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ unread: z.number() }),
  isForSupport: true,
  async run(ctx: PersonContext) {
    const open = (await nameShopsFor(ctx)).map(({ id }) => id)
    return { unread: await countUnread(ctx.queries, ctx.person, open) }
  },
})

/** Marks entries as read; all of them without any named. */
export const readOwnInbox = defineVerb({
  name: 'inbox.read',
  needs: 'self',
  access: 'write',
  input: z.object({ entries: z.array(z.uuid()).max(200).optional() }),
  output: z.object({}),
  async run({ queries, person, clock }: PersonContext, { entries }) {
    if (entries?.length !== 0) await markRead(queries, person, { entries: entries ?? 'all', at: clock.now() })
    return {}
  },
})
