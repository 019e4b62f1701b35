import type { GuideView, SetupFinding } from '@tillsight/domain'
import { Form, href, Link, useNavigation } from 'react-router'
import { Check, CircleAlert, CircleHelp, Copy } from '../../icons.ts'
import { labelled, type Say, ServerText, useLanguage, useServerText, useText } from '../../language/index.ts'
import { Badge, Button, buttonClass, Card, CopyText, PlatformIcon, TextField, useCopy } from '../../ui/index.ts'
import { StepPicture } from './step-picture.tsx'
import { useWords, type WordKey } from './words.ts'

const looks = {
  ok: { icon: Check, mark: 'text-good', word: 'check.ok' },
  wrong: { icon: CircleAlert, mark: 'text-bad', word: 'check.wrong' },
  unknown: { icon: CircleHelp, mark: 'text-faint', word: 'check.unknown' },
} as const satisfies Record<SetupFinding['state'], unknown>

interface CheckCardProps {
  readonly guide: GuideView
  /** Result of the last check; undefined before one. */
  readonly findings: readonly SetupFinding[] | undefined
  /** Values entered for it. */
  readonly values: Readonly<Record<string, string>>
}

/** Checks everything that this way of connecting needs, and lists what is still wrong. */
function CheckCard({ guide, findings, values }: CheckCardProps) {
  const t = useWords()
  const translate = useServerText()
  const isBusy = useNavigation().formMethod === 'POST'
  const { field, connected, label, way } = guide
  return (
    <Card aria-labelledby="check-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="check-heading">
        {t('check.title')}
      </h2>
      <p className="mt-1 mb-4 text-pretty text-[13px] text-soft">
        {connected === null ? t('check.about', { label }) : t('check.aboutAccount', { account: connected })}
      </p>
      <Form className="grid gap-4" method="post" preventScrollReset>
        <input name="way" type="hidden" value={way} />
        {field && (
          <TextField
            autoComplete="off"
            defaultValue={values[field.key] ?? ''}
            help={<ServerText>{field.help}</ServerText>}
            inputMode="url"
            key={values[field.key]}
            label={translate(field.label)}
            name={field.key}
            spellCheck={false}
          />
        )}
        <Button className="justify-self-start" isBusy={isBusy} kind="primary">
          {t('check.go')}
        </Button>
      </Form>
      <div aria-live="polite">{findings && !isBusy && <Findings findings={findings} />}</div>
    </Card>
  )
}

/** Issues that a check found, in the order to fix them. */
function Findings({ findings }: { readonly findings: readonly SetupFinding[] }) {
  const t = useWords()
  return (
    <div className="mt-5 border-line border-t pt-4">
      <p className="font-medium">{summary(findings, t)}</p>
      <ol className="mt-3 grid gap-3.5">
        {findings.map(({ id, state, title, text }) => {
          const { icon: Icon, mark, word } = looks[state]
          return (
            <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5" data-state={state} key={id}>
              <Icon aria-hidden className={`mt-0.5 size-4 ${mark}`} />
              <div className="min-w-0">
                <h3 className="break-words font-medium">
                  <span className="sr-only">{t(word)}: </span>
                  <ServerText>{title}</ServerText>
                </h3>
                <p className="break-words text-[13px] text-soft">
                  <ServerText>{text}</ServerText>
                </p>
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function summary(findings: readonly SetupFinding[], t: Say<WordKey>): string {
  const count = (state: SetupFinding['state']) => findings.filter((finding) => finding.state === state).length
  const [wrong, unknown] = [count('wrong'), count('unknown')]
  const faults = wrong === 0 ? t('check.nothing') : t('check.faults', { count: wrong })
  return unknown === 0 ? faults : `${faults} ${t('check.open', { count: unknown })}`
}

interface GuidePageProps {
  readonly domain: string
  readonly guide: GuideView
  readonly findings: readonly SetupFinding[] | undefined
  readonly values: Readonly<Record<string, string>>
  /** Whose steps are shown. */
  readonly view: 'merchant' | 'installer'
}

/** A platform's setup guide: which way to connect, what to enter where, and what is still wrong. */
export function GuidePage({ domain, guide, findings, values, view }: GuidePageProps) {
  const t = useWords()
  const { label, connector, connected } = guide
  const way = guide.ways.find(({ id }) => id === guide.way)
  const here = href('/shop/:domain/setup/guide/:platform', { domain, platform: connector })
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <header className="mb-6">
        <h1 className="flex items-center gap-2.5 font-semibold text-2xl tracking-tight">
          <PlatformIcon className="size-6" label={label} name={connector} />
          {t('guide.title', { label })}
        </h1>
        <p className="mt-1 max-w-prose text-pretty text-soft">
          {connected === null ? t('guide.about') : t('guide.connected', { account: connected })}
        </p>
      </header>
      {guide.ways.length > 1 && <WayLinks guide={guide} here={here} />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="lg:order-2">
          <CheckCard findings={findings} guide={guide} values={values} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          {way && <WayCard here={here} label={label} view={view} way={way} />}
          <PermissionsCard permissions={guide.permissions} />
          <p className="flex flex-wrap gap-2">
            <Link className={buttonClass()} to={href('/shop/:domain/integrations', { domain })}>
              {connected === null ? t('platform.connect', { name: label }) : t('all.connections')}
            </Link>
            <Link className={buttonClass('quiet')} to={href('/shop/:domain/setup/integrations', { domain })}>
              {t('done.all')}
            </Link>
          </p>
        </div>
      </div>
    </main>
  )
}

function WayLinks({ guide, here }: { readonly guide: GuideView; readonly here: string }) {
  const t = useWords()
  return (
    <nav aria-label={t('guide.ways')} className="mb-4">
      <ul className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {guide.ways.map(({ id, title }) => (
          <li key={id}>
            <Link
              aria-current={id === guide.way ? 'page' : undefined}
              className="flex h-full items-center rounded-lg border border-line bg-surface px-3.5 py-2.5 font-medium text-[13px] text-soft hover:bg-hover hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
              preventScrollReset
              to={`${here}?way=${id}`}
            >
              <ServerText>{title}</ServerText>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Required permissions: what each provides, and what is lost without it. */
function PermissionsCard({ permissions }: Pick<GuideView, 'permissions'>) {
  const t = useWords()
  const translate = useServerText()
  const { text, paste, list } = permissions
  return (
    <Card aria-labelledby="permissions-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="permissions-heading">
        {t('permissions.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-pretty text-soft">
        <ServerText>{text}</ServerText>
      </p>
      {paste && <CopyText label={translate(paste.label)} text={paste.text} />}
      <dl className="mt-4 divide-y divide-line border-line border-y text-[13px]">
        {list.map(({ name, brings, without }) => (
          <div className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)]" key={name}>
            <dt className="break-words font-medium">
              <ServerText>{name}</ServerText>
            </dt>
            <dd>
              <ServerText>{brings}</ServerText>.{' '}
              <span className="text-soft">
                {t('permissions.without')} <ServerText>{without}</ServerText>.
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Way = GuideView['ways'][number]

/** Instructions for one way to connect: the merchant's steps, or what whoever runs this installation does once for all shops. */
function WayCard({ way, label, view, here }: WayCardProps) {
  const t = useWords()
  const isForInstaller = view === 'installer'
  const steps = way.steps.filter(({ by }) => by === view)
  const isShared = way.variables.length > 0
  const isOwn = way.steps.every(({ by }) => by === 'merchant')
  return (
    <Card aria-labelledby="way-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="way-heading">
        {isForInstaller ? t('way.installer', { label }) : <ServerText>{way.title}</ServerText>}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-soft">
        {isForInstaller ? t('way.installerText') : <ServerText>{way.suits}</ServerText>}
      </p>
      {isShared && !isForInstaller && <Unready label={label} way={way} />}
      <ol className="mt-4 grid gap-5">
        {steps.map(({ text, picture }, index) => (
          <li className="grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]" key={text}>
            <p className="flex max-w-prose gap-2.5">
              <span className="font-semibold text-faint">{index + 1}.</span>
              <span className="min-w-0 break-words">
                <ServerText>{text}</ServerText>
              </span>
            </p>
            <StepPicture picture={picture} step={index + 1} />
          </li>
        ))}
      </ol>
      {(isForInstaller || isOwn) && <Addresses label={label} way={way} />}
      {isForInstaller && <Variables way={way} />}
      {isShared && (
        <p className="mt-5">
          <Link
            className={buttonClass('quiet')}
            preventScrollReset
            to={`${here}?way=${way.id}${isForInstaller ? '' : '&view=installer'}`}
          >
            {t(isForInstaller ? 'way.back' : 'way.toInstaller')}
          </Link>
        </p>
      )}
    </Card>
  )
}

interface WayCardProps {
  readonly way: Way
  readonly label: string
  readonly view: 'merchant' | 'installer'
  readonly here: string
}

/** What the server lacks for this way, and the text that tells its administrator: nothing that a merchant could do. */
function Unready({ way, label }: Pick<WayCardProps, 'way' | 'label'>) {
  const t = useWords()
  const { isCopied, copy } = useCopy()
  const ui = useText()
  const language = useLanguage()
  const translate = useServerText()
  const missing = way.variables.filter(({ isSet, required }) => required && !isSet)
  if (missing.length === 0) return null
  const steps = way.steps
    .filter(({ by }) => by === 'installer')
    .map(({ text }, index) => `${index + 1}. ${translate(text)}`)
  const addresses = way.addresses.flatMap(({ label: name, url }) =>
    url === null ? [] : [labelled(translate(name), url, language)],
  )
  const variables = missing.map(({ name, help }) => labelled(name, translate(help), language))
  return (
    <div className="mt-4 rounded-lg bg-warn-wash px-3.5 py-3 text-[13px]">
      <p className="text-pretty">{steps.length > 0 ? t('unready.app', { label }) : t('unready.address')}</p>
      <Button
        className="mt-2"
        onClick={() => copy([...steps, ...addresses, ...variables].join('\n'))}
        size="small"
        type="button"
      >
        <Copy aria-hidden className="size-3.5" /> {isCopied ? ui('action.copied') : t('unready.copy')}
      </Button>
    </div>
  )
}

function Addresses({ way, label }: { readonly way: Way; readonly label: string }) {
  const t = useWords()
  const translate = useServerText()
  if (way.addresses.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-medium">{t('addresses.title', { label })}</h3>
      <dl className="mt-2 grid gap-4">
        {way.addresses.map((address) => (
          <div key={address.label}>
            <dt className={address.url === null ? 'font-medium text-[13px]' : 'sr-only'}>
              <ServerText>{address.label}</ServerText>
            </dt>
            <dd className="mt-0.5 grid gap-1.5 text-[13px] text-soft">
              <ServerText>{address.note}</ServerText>
              {address.url !== null && <CopyText label={translate(address.label)} text={address.url} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Variables({ way }: { readonly way: Way }) {
  const t = useWords()
  if (way.variables.length === 0) return null
  return (
    <>
      <h3 className="mt-6 font-medium">{t('variables.title')}</h3>
      <p className="mt-0.5 max-w-prose text-[13px] text-soft">{t('variables.text')}</p>
      <dl className="mt-2 divide-y divide-line border-line border-y text-[13px]">
        {way.variables.map(({ name, help, isSet, required }) => (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5" key={name}>
            <dt className="min-w-0 flex-1 basis-64">
              <code className="break-all font-medium">{name}</code>
              <span className="block text-soft">
                <ServerText>{help}</ServerText>
              </span>
            </dt>
            <dd>
              <Badge tone={isSet ? 'good' : required ? 'bad' : 'neutral'}>
                {t(isSet ? 'variables.set' : required ? 'variables.notSet' : 'variables.optional')}
              </Badge>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
