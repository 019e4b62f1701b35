import { Form, href, Link, useNavigation } from 'react-router'
import { Eye } from '../../icons.ts'
import { Badge, Button, buttonClass, Card, CardHeader, EmptyState } from '../../ui/index.ts'
import type { ShareModel } from './model.ts'
import { useWords } from './words.ts'

interface SharesCardProps {
  readonly shares: readonly ShareModel[]
  readonly domain: string
}

/** The links of a shop, and the way to another one. */
export function SharesCard({ shares, domain }: SharesCardProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'revoke_all'
  const working = shares.filter(({ ended }) => ended === null).length
  const make = (
    <Link className={buttonClass('primary')} to={href('/shop/:domain/settings/shares/new', { domain })}>
      {t('make')}
    </Link>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card aria-labelledby="shares-heading">
        <CardHeader id="shares-heading" title={t('links')} />
        {shares.length === 0 ? (
          <EmptyState icon={Eye} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {shares.map((share) => (
              <li className="px-4 py-3.5 sm:px-5" key={share.id}>
                <ShareRow of={share} />
              </li>
            ))}
          </ul>
        )}
        <div className="border-line border-t px-4 py-4 sm:px-5">{make}</div>
      </Card>
      {working > 1 && (
        <Form className="flex flex-wrap items-center gap-x-4 gap-y-2" method="post" preventScrollReset>
          <Button isBusy={isBusy} kind="danger" name="intent" value="revoke_all">
            {t('revokeAll')}
          </Button>
          <p className="text-[13px] text-soft">{t('revokeAllText')}</p>
        </Form>
      )}
    </div>
  )
}

function ShareRow({ of: share }: { readonly of: ShareModel }) {
  const t = useWords()
  const { formData } = useNavigation()
  const { id, title, shows, history, ended, opened, openings } = share
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <span className="break-words" dir="auto">
          {title}
        </span>
        {ended !== null && <Badge>{ended}</Badge>}
      </p>
      <p className="mt-0.5 break-words text-[13px] text-soft">{shows}</p>
      <p className="mt-0.5 text-[13px] text-faint">{history}</p>
      {openings.length === 0 ? (
        <p className="mt-0.5 text-[13px] text-faint">{opened}</p>
      ) : (
        <details className="mt-0.5 text-[13px] text-soft">
          <summary className="touch-target w-fit rounded underline underline-offset-2">{opened}</summary>
          <ul aria-label={t('openings', { title })} className="mt-2 grid max-w-xs gap-1 rounded-lg bg-sunken p-3">
            {openings.map(({ day, times }) => (
              <li className="flex justify-between gap-4" key={day}>
                <span>{day}</span> <span className="tabular-nums">{times}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {ended === null && (
        <Form className="mt-2" method="post" preventScrollReset>
          <input name="share" type="hidden" value={id} />
          <Button
            aria-label={t('revokeOf', { title })}
            isBusy={formData?.get('share') === id}
            kind="danger"
            name="intent"
            size="small"
            value="revoke"
          >
            {t('revoke')}
          </Button>
        </Form>
      )}
    </>
  )
}
