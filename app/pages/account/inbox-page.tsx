import type { InboxEntry } from '@tillsight/domain'
import { Form, href, Link } from 'react-router'
import { Inbox } from '../../icons.ts'
import type { Say } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, EmptyState } from '../../ui/index.ts'
import { PageHead } from './parts.tsx'
import { type AccountKey, useWords } from './words.ts'

interface InboxPageProps {
  readonly entries: readonly InboxEntry[]
  readonly unread: number
  /** The instant that older entries are from before; undefined on the last page. */
  readonly older: string | undefined
  /** Times are in UTC, because the person has chosen no zone. */
  readonly isInUtc: boolean
}

/** Everything that was delivered to the person, or could not be mailed, of 90 days. */
export function InboxPage({ entries, unread, older, isInUtc }: InboxPageProps) {
  const t = useWords()
  return (
    <>
      <PageHead title={t('frame.inbox')}>
        {t('inbox.about')} {isInUtc && t('inbox.utc')}
      </PageHead>
      {unread > 0 && (
        <Form className="mb-4 flex items-center justify-between gap-4" method="post">
          <p>{t('inbox.unread', { count: unread })}</p>
          <Button size="small">{t('inbox.readAll')}</Button>
        </Form>
      )}
      {entries.length === 0 ? (
        <EmptyState icon={Inbox} title={t('inbox.empty')}>
          {t('inbox.emptyText')}
        </EmptyState>
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry entry={entry} key={entry.id} />
            ))}
          </ul>
        </Card>
      )}
      {older && (
        <p className="mt-5">
          <Link className={buttonClass()} to={`${href('/account/inbox')}?before=${encodeURIComponent(older)}`}>
            {t('inbox.older')}
          </Link>
        </p>
      )}
    </>
  )
}

function Entry({ entry: { id, title, body, link, at, isRead, mail } }: { readonly entry: InboxEntry }) {
  const t = useWords()
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <details>
        <summary className="flex cursor-pointer list-none items-baseline justify-between gap-4 [&::-webkit-details-marker]:hidden">
          <span className={`min-w-0 break-words ${isRead ? '' : 'font-semibold'}`} dir="auto">
            {title}
            {!isRead && (
              <span className="ms-2 align-middle">
                <Badge>{t('inbox.new')}</Badge>
              </span>
            )}
          </span>
          <span className="shrink-0 text-[13px] text-faint">{at}</span>
        </summary>
        <pre className="mt-3 whitespace-pre-wrap break-words font-sans text-soft" dir="auto">
          {body}
        </pre>
      </details>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-[13px] text-soft">
        {mail && (
          <span>
            {mailText(mail, t)} {/* Mail servers speak English, as we do about them. */}
            {mail.state !== 'sent' && mail.state !== 'claimed' && <bdi lang="en">{mail.reason}</bdi>}
          </span>
        )}
        {link && (
          <Link className="touch-target underline underline-offset-2" to={link}>
            {t('inbox.open')}
            <span className="sr-only"> {title}</span>
          </Link>
        )}
        {!isRead && (
          <Form method="post">
            <input name="entry" type="hidden" value={id} />
            <button className="touch-target underline underline-offset-2" type="submit">
              {t('inbox.read')}
              <span className="sr-only">: {title}</span>
            </button>
          </Form>
        )}
      </div>
    </li>
  )
}

/** What became of the mail. */
function mailText({ state, reason }: NonNullable<InboxEntry['mail']>, t: Say<AccountKey>): string {
  switch (state) {
    case 'sent':
      return t('inbox.mailSent')
    case 'waiting':
      return t(reason === '' ? 'inbox.mailWaits' : 'inbox.mailWaitsFor')
    case 'claimed':
      return t('inbox.mailWaits')
    case 'unknown':
      return t('inbox.mailUnknown')
    case 'failed':
      return t('inbox.mailFailed')
  }
}
