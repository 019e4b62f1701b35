import type { Role } from '@tillsight/domain'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { ChevronRight, CircleCheck } from '../../icons.ts'
import type { Say } from '../../language/index.ts'
import { Badge, Card, CardHeader } from '../../ui/index.ts'
import type { NextStep } from './next-steps.server.ts'
import { Picture } from './parts.tsx'
import { type AccountKey, useWords } from './words.ts'

/** What the first page of the account shows. */
export interface HomeModel {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly pictureUrl: string | null
  readonly steps: readonly NextStep[]
  readonly factors: number
  readonly recoveryCodes: number
  /** Null where the auth service does not list them. */
  readonly sessions: number | null
  readonly organisations: readonly OrganisationModel[]
}

export interface OrganisationModel {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** One of its shops, whose members page is linked; null without one. */
  readonly shop: string | null
}

/** Who the person is, how safe the account is, and what to do next. */
export function HomePage({ home }: { readonly home: HomeModel }) {
  return (
    <>
      <header className="mb-6 flex items-center gap-4">
        <Picture size="size-14" url={home.pictureUrl} />
        <div className="min-w-0">
          <h1 className="truncate font-semibold text-2xl tracking-tight">{home.name || home.email || home.phone}</h1>
          <p className="truncate text-soft">{[home.name ? home.email : '', home.phone].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <div className="grid gap-6">
        <Steps steps={home.steps} />
        <Glance home={home} />
        <Organisations organisations={home.organisations} />
      </div>
    </>
  )
}

function Steps({ steps }: { readonly steps: readonly NextStep[] }) {
  const t = useWords()
  if (steps.length === 0) {
    return (
      <Card aria-label={t('home.next')} className="flex items-center gap-3 p-4 sm:px-5">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
        <p>{t('home.allGood')}</p>
      </Card>
    )
  }
  return (
    <Card aria-labelledby="next-heading">
      <CardHeader id="next-heading" title={t('home.next')} />
      <ul className="mt-1 divide-y divide-line">
        {steps.map(({ to, title, why, values }) => (
          <li key={to}>
            <Link
              className="group flex items-center gap-4 px-4 py-3.5 last:rounded-b-xl hover:bg-hover sm:px-5"
              to={to}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{t(title)}</span>
                <span className="block text-[13px] text-soft">{t(why, values)}</span>
              </span>
              <ChevronRight aria-hidden className="rtl:-scale-x-100 size-4 shrink-0 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Glance({ home: { factors, recoveryCodes, sessions } }: { readonly home: HomeModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="glance-heading" className="pb-4">
      <CardHeader id="glance-heading" title={t('frame.security')}>
        <Link
          className="text-[13px] text-soft underline underline-offset-2 hover:text-ink"
          to={href('/account/security')}
        >
          {t('home.allSettings')}
        </Link>
      </CardHeader>
      <dl className="mt-3 grid gap-x-6 gap-y-3 px-4 sm:grid-cols-3 sm:px-5">
        <Fact name={t('home.factor')}>
          <Badge tone={factors > 0 ? 'good' : 'warn'}>{t(factors > 0 ? 'home.on' : 'home.off')}</Badge>
        </Fact>
        <Fact name={t('home.codes')}>
          {factors > 0 ? t('home.codesLeft', { count: recoveryCodes }) : t('home.codesNotNeeded')}
        </Fact>
        <Fact name={t('home.sessions')}>{sessionsText(t, sessions)}</Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 sm:block">
      <dt className="text-[13px] text-faint">{name}</dt>
      <dd className="font-medium sm:mt-1">{children}</dd>
    </div>
  )
}

function sessionsText(t: Say<AccountKey>, sessions: number | null): string {
  if (sessions === null) return t('home.sessionsUnknown')
  return t('home.sessionsOn', { count: sessions })
}

function Organisations({ organisations }: { readonly organisations: readonly OrganisationModel[] }) {
  const t = useWords()
  return (
    <Card aria-labelledby="organisations-heading">
      <CardHeader id="organisations-heading" title={t('home.organisations')} />
      {organisations.length === 0 ? (
        <p className="px-4 pt-1 pb-4 text-[13px] text-soft sm:px-5">{t('home.noOrganisation')}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {organisations.map(({ id, name, role, shop }) => (
            <li className="flex items-center justify-between gap-4 px-4 py-3.5 sm:px-5" key={id}>
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                <span className="truncate font-medium">{name}</span> <Badge>{t(`role.${role}`)}</Badge>
              </span>
              {shop && (
                <Link
                  className="shrink-0 text-[13px] text-soft underline underline-offset-2 hover:text-ink"
                  to={href('/shop/:domain/settings/members', { domain: shop })}
                >
                  {t('home.members')}
                  <span className="sr-only"> {t('home.membersOf', { name })}</span>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
