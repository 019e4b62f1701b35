import { href, Link } from 'react-router'
import type { PlatformModel } from '../../blocks/ad-platforms/load-platforms.server.ts'
import { ServerText } from '../../language/index.ts'
import { Badge, buttonClass, Card, DataTable } from '../../ui/index.ts'
import { AddressChecker } from './address-checker.tsx'
import { AuditCard } from './audit-card.tsx'
import type { AddressCheck } from './check-address.ts'
import type { AuditModel, UnfilledModel } from './load-audit.server.ts'
import { type ShownTemplate, TemplateCard } from './template-card.tsx'
import { useWords } from './words.ts'

interface PlatformPageProps {
  readonly domain: string
  readonly platform: PlatformModel
  readonly template: ShownTemplate
  /** Which conversions it reports as its own, and when. */
  readonly claims: { readonly by: string; readonly points: readonly string[] }
  readonly address: string
  readonly check: AddressCheck | undefined
  /** Undefined while no account is connected. */
  readonly audit: AuditModel | undefined
  /** Undefined where every macro was filled in. */
  readonly unfilled: UnfilledModel | undefined
}

/** How to tag a platform's ads, how to verify it, and what connecting will add. */
export function PlatformPage({ domain, platform, template, claims, ...shown }: PlatformPageProps) {
  const { address, check, audit, unfilled } = shown
  return (
    <>
      <header className="py-5">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="font-semibold text-xl tracking-tight">{platform.name}</h1>
          <ConnectionBadge connection={platform.connection} />
        </div>
        <p className="mt-1 max-w-prose text-soft">
          <ServerText>{platform.description}</ServerText>
        </p>
      </header>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] xl:items-start">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <TemplateCard name={platform.name} template={template} />
          {unfilled && <UnfilledCard name={platform.name} unfilled={unfilled} />}
          {audit && <AuditCard audit={audit} name={platform.name} />}
          <AddressChecker address={address} check={check} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <Connection domain={domain} platform={platform} />
          <ClaimsCard {...claims} />
        </div>
      </div>
    </>
  )
}

function ConnectionBadge({ connection }: Pick<PlatformModel, 'connection'>) {
  const t = useWords()
  if (connection === 'connected') return <Badge tone="good">{t('connection.connected')}</Badge>
  return <Badge>{t('connection.not')}</Badge>
}

function Connection({ domain, platform }: Pick<PlatformPageProps, 'domain' | 'platform'>) {
  const t = useWords()
  return (
    <Card aria-labelledby="connection-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="connection-heading">
        {t('connection.title')}
      </h2>
      <p className="mt-1 text-pretty text-soft">{t(statusWords[platform.connection], { name: platform.name })}</p>
      <dl className="mt-4 grid gap-3 text-[13px]">
        {platform.stats.map(({ key, label, description }) => (
          <div key={key}>
            <dt className="font-medium">{label}</dt>
            <dd className="text-soft">{description}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <Link className={buttonClass('secondary', 'small')} to={href('/shop/:domain/integrations', { domain })}>
          {t('connection.all')}
        </Link>
      </p>
    </Card>
  )
}

const statusWords = {
  connected: 'connection.textConnected',
  possible: 'connection.textPossible',
  impossible: 'connection.textNone',
} as const

function ClaimsCard({ by, points }: PlatformPageProps['claims']) {
  const t = useWords()
  return (
    <Card aria-labelledby="claims-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="claims-heading">
        {t('claims.title', { by })}
      </h2>
      <ul className="mt-2 list-disc space-y-1.5 ps-5 text-[13px] text-soft marker:text-faint">
        {points.map((point) => (
          <li key={point}>
            <ServerText>{point}</ServerText>
          </li>
        ))}
        <li>{t('claims.sum')}</li>
      </ul>
    </Card>
  )
}

interface UnfilledCardProps {
  readonly unfilled: UnfilledModel
  /** The platform's name. */
  readonly name: string
}

/** Visits with a macro in place of an id or a name, and how to fix each. */
function UnfilledCard({ unfilled: { since, visits, lines }, name }: UnfilledCardProps) {
  const t = useWords()
  return (
    <Card aria-labelledby="unfilled-heading" className="scroll-mt-16" id="unfilled">
      <div className="p-4 sm:p-5">
        <h2 className="font-semibold text-[15px]" id="unfilled-heading">
          {t('unfilled.title')}
        </h2>
        <p className="mt-1 max-w-prose text-pretty text-soft">{t('unfilled.about', { count: visits, since, name })}</p>
      </div>
      <DataTable
        caption={t('unfilled.caption')}
        columns={[
          { key: 'visits', label: t('unfilled.visits') },
          { key: 'todo', label: t('unfilled.todo'), isText: true },
        ]}
        labelHeader={{ label: t('table.parameter') }}
        rows={lines.map(({ key, text, visits: seen, todo }) => ({
          key,
          label: (
            <code className="break-all text-xs" dir="ltr">
              {text}
            </code>
          ),
          cells: [
            seen,
            <span className="block min-w-56 max-w-xl whitespace-normal break-words" key="todo">
              {todo}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}
