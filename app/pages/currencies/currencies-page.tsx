import { useEffect } from 'react'
import { Form, href, Link, useNavigation, useRevalidator } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { PageTitle } from '../../frame/basic/index.ts'
import { CircleCheck } from '../../icons.ts'
import { Tagged } from '../../language/index.ts'
import { Badge, Button, Card, CardHeader, Notice, SelectField } from '../../ui/index.ts'
import { useWords } from './words.ts'

// Data of the currencies page: loaders and actions create it, components only lay it out.

/** How a state looks. */
type Tone = 'neutral' | 'accent' | 'good' | 'warn'

/** A currency that the shop needs, printed. */
export interface NeedModel {
  readonly currency: string
  /** `Euro` */
  readonly name: string
  /** `Orders from 1 Jan to 20 Nov 2026` */
  readonly uses: readonly string[]
  readonly lastDay: string
  readonly state: { readonly label: string; readonly tone: Tone }
  /** Days without a rate and the consequence; empty without any. */
  readonly lack: string
}

export interface CurrenciesModel {
  readonly domain: string
  readonly shopName: string
  readonly shopCurrency: string
  /** Source of the rates, in a sentence. */
  readonly source: string
  readonly facts: readonly { readonly name: string; readonly text: string }[]
  /** A problem that concerns all rates. */
  readonly problem: string | null
  readonly needs: readonly NeedModel[]
  readonly mayKeep: boolean
  readonly canFetch: boolean
  readonly isFetching: boolean
  readonly largestMb: number
  readonly currencies: readonly { readonly code: string; readonly label: string }[]
  readonly done: string | null
}

/** Preview of a file, with the file itself for the form that imports it. */
interface RatesPreviewModel {
  readonly fileName: string
  readonly base: string
  /** Gzip in base64. */
  readonly packed: string
  readonly sentences: readonly string[]
  readonly canImport: boolean
}

/** A form that came back. */
export type CurrenciesOutcome =
  | { readonly kind: 'refused'; readonly form: 'fetch' | 'file'; readonly message: string }
  | { readonly kind: 'preview'; readonly preview: RatesPreviewModel }

interface RatesFileProps {
  readonly model: CurrenciesModel
  readonly failure: string | undefined
}

/** Chooses a file of rates; it is imported only after a preview. */
function RatesFileCard({ model, failure }: RatesFileProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  return (
    <Card aria-labelledby="rates-file-heading" className="pb-5">
      <CardHeader id="rates-file-heading" note={t('file.note')} title={t('file.title')} />
      <Form className="mt-4 grid gap-5 px-4 sm:px-5" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.xml,.gz,text/csv,text/xml"
          failure={failure}
          help={t('file.help', { mb: model.largestMb })}
          id="rates-file"
          label={t('file.label')}
        />
        <SelectField defaultValue="EUR" help={t('file.baseHelp')} label={t('file.base')} name="base">
          {model.currencies.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="preview">
            {t('file.preview')}
          </Button>
        </p>
      </Form>
    </Card>
  )
}

/** Preview of the file, with the button that imports it. */
function RatesPreviewCard({ preview }: { readonly preview: RatesPreviewModel }) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'import'
  const { fileName, base, packed, sentences, canImport } = preview
  return (
    <Card aria-labelledby="rates-preview-heading" className="pb-5">
      <CardHeader
        id="rates-preview-heading"
        title={
          <span id="outcome" tabIndex={-1}>
            {t('preview.title', { file: fileName })}
          </span>
        }
      />
      <div className="mt-2 grid gap-1 px-4 text-pretty text-soft sm:px-5">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {canImport ? (
        <Form className="mt-4 px-4 sm:px-5" method="post">
          <input name="fileName" type="hidden" value={fileName} />
          <input name="base" type="hidden" value={base} />
          <input name="packed" type="hidden" value={packed} />
          <Button isBusy={isBusy} kind="primary" name="intent" type="submit" value="import">
            {t('preview.import')}
          </Button>
        </Form>
      ) : (
        <p className="mt-3 px-4 sm:px-5">{t('preview.nothing')}</p>
      )}
    </Card>
  )
}

interface CurrenciesPageProps {
  readonly model: CurrenciesModel
  readonly outcome: CurrenciesOutcome | undefined
}

const askEveryMs = 1_500

/** Exchange rates: their source, the currencies the shop needs, and missing days. */
export function CurrenciesPage({ model, outcome }: CurrenciesPageProps) {
  const t = useWords()
  useFetching(model.isFetching)
  useEffect(() => {
    if (outcome === undefined) return
    const place = document.querySelector('main [aria-invalid="true"], main [role="alert"], main #outcome')
    if (place instanceof HTMLElement) place.focus()
  }, [outcome])
  const failureOf = (form: 'fetch' | 'file') =>
    outcome?.kind === 'refused' && outcome.form === form ? outcome.message : undefined
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('page.title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('page.title')}</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        <Tagged
          tags={{
            link: (content) => (
              <Link
                className="text-ink underline underline-offset-3"
                to={`${href('/shop/:domain/settings', { domain: model.domain })}#preferences`}
              >
                {content}
              </Link>
            ),
          }}
          text={t('page.about', { shop: model.shopName, currency: model.shopCurrency })}
        />
      </p>
      <div className="grid grid-cols-1 gap-6">
        {model.done !== null && outcome === undefined && (
          <output className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {model.done}
          </output>
        )}
        {outcome?.kind === 'preview' && <RatesPreviewCard preview={outcome.preview} />}
        <RatesCard failure={failureOf('fetch')} model={model} />
        <NeedsCard model={model} />
        {model.mayKeep ? (
          <RatesFileCard failure={failureOf('file')} model={model} />
        ) : (
          <Notice severity="info">{t('page.shared')}</Notice>
        )}
      </div>
    </main>
  )
}

/** Polls while rates are being fetched and the page is visible. */
function useFetching(isFetching: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isFetching) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isFetching, revalidate])
}

function RatesCard({ model, failure }: { readonly model: CurrenciesModel; readonly failure: string | undefined }) {
  const t = useWords()
  const isAsking = useNavigation().formData?.get('intent') === 'fetch'
  return (
    <Card aria-labelledby="rates-heading" className="pb-5">
      <CardHeader id="rates-heading" note={model.source} title={t('rates.title')}>
        {model.canFetch && (
          <Form method="post">
            <Button isBusy={isAsking || model.isFetching} name="intent" size="small" type="submit" value="fetch">
              {t('rates.fetch')}
            </Button>
          </Form>
        )}
      </CardHeader>
      <div className="mt-3 grid gap-3 px-4 empty:hidden sm:px-5">
        {failure && (
          <div role="alert">
            <Notice severity="serious">{failure}</Notice>
          </div>
        )}
        {model.problem !== null && <Notice severity="warning">{model.problem}</Notice>}
      </div>
      <dl className="mt-3 grid gap-x-6 gap-y-4 px-4 sm:grid-cols-3 sm:px-5">
        {model.facts.map(({ name, text }) => (
          <div key={name}>
            <dt className="text-[13px] text-soft">{name}</dt>
            <dd className="font-semibold tabular">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function NeedsCard({ model: { needs, shopCurrency } }: { readonly model: CurrenciesModel }) {
  const t = useWords()
  return (
    <Card aria-labelledby="needs-heading" className="pb-2">
      <CardHeader id="needs-heading" note={t('needs.note', { currency: shopCurrency })} title={t('needs.title')} />
      {needs.length === 0 ? (
        <p className="px-4 pt-3 pb-3 text-soft sm:px-5">{t('needs.none', { currency: shopCurrency })}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {needs.map(({ currency, name, uses, lastDay, state, lack }) => (
            <li className="px-4 py-3 sm:flex sm:gap-6 sm:px-5" key={currency}>
              <div className="sm:w-44 sm:shrink-0">
                <p className="font-medium">
                  {currency} <span className="font-normal text-soft">{name}</span>
                </p>
                <p className="mt-0.5">
                  <Badge tone={state.tone}>{state.label}</Badge>
                </p>
              </div>
              <div className="mt-1.5 min-w-0 text-[13px] text-soft sm:mt-0">
                {uses.map((use) => (
                  <p key={use}>{use}</p>
                ))}
                <p>{t('needs.lastRate', { day: lastDay })}</p>
                {lack !== '' && <p className="mt-1 text-pretty text-ink">{lack}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
