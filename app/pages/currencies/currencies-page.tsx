import { useEffect } from 'react'
import { Form, href, Link, useNavigation, useRevalidator } from 'react-router'
import { FileField } from '../../blocks/fields/fields.tsx'
import { CircleCheck } from '../../icons.ts'
import { Badge, Button, Card, CardHeader, Notice, SelectField } from '../../ui/index.ts'

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
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  return (
    <Card aria-labelledby="rates-file-heading" className="pb-5">
      <CardHeader
        id="rates-file-heading"
        note="For days and currencies that the source does not have. For every shop of this installation."
        title="Import a file"
      />
      <Form className="mt-4 grid gap-5 px-4 sm:px-5" encType="multipart/form-data" method="post">
        <FileField
          accept=".csv,.xml,.gz,text/csv,text/xml"
          failure={failure}
          help={
            <>
              A table “Date,USD,JPY,…” with a line per day, or the XML of the European Central Bank; up to{' '}
              {model.largestMb} MB, plain or gzip.
            </>
          }
          id="rates-file"
          label="File of rates"
        />
        <SelectField defaultValue="EUR" help="What one unit in the file is." label="Rates are against" name="base">
          {model.currencies.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
        <p>
          <Button isBusy={isBusy} name="intent" type="submit" value="preview">
            Look at the file
          </Button>
        </p>
      </Form>
    </Card>
  )
}

/** Preview of the file, with the button that imports it. */
function RatesPreviewCard({ preview }: { readonly preview: RatesPreviewModel }) {
  const isBusy = useNavigation().formData?.get('intent') === 'import'
  const { fileName, base, packed, sentences, canImport } = preview
  return (
    <Card aria-labelledby="rates-preview-heading" className="pb-5">
      <CardHeader
        id="rates-preview-heading"
        title={
          <span id="outcome" tabIndex={-1}>
            What {fileName} would bring
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
            Import the rates
          </Button>
        </Form>
      ) : (
        <p className="mt-3 px-4 sm:px-5">All of them are there already: there is nothing to import.</p>
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
      <h1 className="font-semibold text-2xl tracking-tight">Currencies</h1>
      <p className="mt-1 mb-6 max-w-prose text-pretty text-soft">
        Everything of {model.shopName} is kept in {model.shopCurrency}. What comes in another currency is converted with
        the rate of its own day; a weekend uses the last rate before it. In which currency you see figures is one of{' '}
        <Link
          className="text-ink underline underline-offset-3"
          to={`${href('/shop/:domain/settings', { domain: model.domain })}#preferences`}
        >
          your preferences
        </Link>
        .
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
          <Notice severity="info">
            Rates are the same for every shop of this installation. Whoever runs it, and owners and admins of its first
            organisation, import them.
          </Notice>
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
  const isAsking = useNavigation().formData?.get('intent') === 'fetch'
  return (
    <Card aria-labelledby="rates-heading" className="pb-5">
      <CardHeader id="rates-heading" note={model.source} title="Exchange rates">
        {model.canFetch && (
          <Form method="post">
            <Button isBusy={isAsking || model.isFetching} name="intent" size="small" type="submit" value="fetch">
              Fetch now
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
  return (
    <Card aria-labelledby="needs-heading" className="pb-2">
      <CardHeader
        id="needs-heading"
        note={`Beside ${shopCurrency}, by what orders, ad accounts and people use.`}
        title="What this shop needs"
      />
      {needs.length === 0 ? (
        <p className="px-4 pt-3 pb-3 text-soft sm:px-5">Everything is in {shopCurrency}: no rate is needed.</p>
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
                <p>Last rate: {lastDay}</p>
                {lack !== '' && <p className="mt-1 text-pretty text-ink">{lack}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
