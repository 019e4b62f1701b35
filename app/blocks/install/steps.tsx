import 'virtual:words/install'
import type { ReactNode } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { Download } from '../../icons.ts'
import { useServerText, useText } from '../../language/index.ts'
import { buttonClass, CopyText } from '../../ui/index.ts'
import type { ShopKind, ShownStep } from './model.ts'

interface StoreStepsProps {
  readonly domain: string
  readonly kind: ShopKind
  readonly consent: string
  readonly steps: readonly ShownStep[]
}

/** What to do in shops of a store platform. */
export function StoreSteps({ domain, kind, consent, steps }: StoreStepsProps) {
  const t = useText()
  const translate = useServerText()
  return (
    <Steps>
      {steps.map(({ title, text, copy, download }, index) => (
        <Step key={title} number={index + 1} title={translate(title)}>
          <Say>
            {translate(text)
              .split(/(`[^`]+`|\[[^\]]+\])/)
              .map((part) => toInline(part, { domain, kind }))}
          </Say>
          {copy?.text === null && <Say>{t('install.unbuilt')}</Say>}
          {copy?.text && <CopyText isCode={copy.isCode ?? false} label={translate(copy.label)} text={copy.text} />}
          {download && (
            <DownloadLink
              href={`/shop/${domain}/tracking/files/${kind}-${download.file}?consent=${consent}`}
              isMain={download.isMain ?? false}
            >
              {translate(download.label)}
            </DownloadLink>
          )}
        </Step>
      ))}
    </Steps>
  )
}

/** A piece of a step's text: code between backticks, a link to the installation in brackets. */
function toInline(part: string, { domain, kind }: Pick<StoreStepsProps, 'domain' | 'kind'>): ReactNode {
  const words = part.slice(1, -1)
  if (part.startsWith('`'))
    return (
      <code dir="ltr" key={part}>
        {words}
      </code>
    )
  if (!part.startsWith('[')) return part
  const to = { pathname: href('/shop/:domain/tracking', { domain }), hash: '#install-heading', search: `?on=${kind}` }
  return (
    <Link className="text-accent underline underline-offset-3" key={part} to={to}>
      {words}
    </Link>
  )
}

/** Numbered steps. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className="mt-5 grid grid-cols-1 gap-6">{children}</ol>
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** A step: what to do, and what it needs. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex min-w-0 items-start gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-hover font-medium text-soft text-xs tabular"
      >
        {number}
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2.5">
        <h3 className="font-medium leading-6">{title}</h3>
        {children}
      </div>
    </li>
  )
}

/** Text of a step. */
export function Say({ children }: { readonly children: ReactNode }) {
  return <p className="max-w-prose text-pretty text-soft">{children}</p>
}

interface DownloadLinkProps {
  readonly href: string
  readonly isMain: boolean
  readonly children: ReactNode
}

/** Link to a file generated for the shop. */
function DownloadLink({ href: to, isMain, children }: DownloadLinkProps) {
  return (
    <p>
      <a className={buttonClass(isMain ? 'primary' : 'secondary')} download href={to}>
        <Download aria-hidden className="size-4" /> {children}
      </a>
    </p>
  )
}

interface ChoiceLinksProps {
  readonly label: string
  /** Name of the address's parameter. */
  readonly name: string
  readonly chosen: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** A choice of a few, as links: they change one parameter of the address and keep the rest. */
export function ChoiceLinks({ label, name, chosen, choices }: ChoiceLinksProps) {
  const [params] = useSearchParams()
  const withChoice = (value: string) => {
    const next = new URLSearchParams(params)
    next.set(name, value)
    return `?${next}`
  }
  return (
    <nav aria-label={label}>
      <ul className="inline-flex max-w-full flex-wrap gap-1 rounded-lg bg-sunken p-1">
        {choices.map(({ value, label: text }) => (
          <li key={value}>
            <Link
              aria-current={value === chosen ? 'true' : undefined}
              className="touch-target flex h-8 items-center whitespace-nowrap rounded-md px-3 text-[13px] text-soft hover:text-ink aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-xs"
              preventScrollReset
              replace
              to={withChoice(value)}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
