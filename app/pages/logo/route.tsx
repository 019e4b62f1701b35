import { AppError } from '@tillsight/core'
import { useId } from 'react'
import { data, Form, href, redirect, useNavigation } from 'react-router'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { CircleCheck } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { formText, guarded, servicesContext } from '../../request.server.ts'
import { Button, Card, Notice } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop, may } = await currentShop(args)
  const { language } = shop.display
  const logos = await args.context.get(servicesContext).logos()
  const done = args.url.searchParams.get('done')
  return {
    words: pageWords.words(language),
    name: shop.name,
    logo: logos[shop.id] ?? null,
    mayChange: may.changeSettings,
    told: done === 'saved' || done === 'removed' ? pageWords.say(language)(done) : undefined,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const { domain, display } = services.shop
  const form = await args.request.formData()
  const isRemoval = formText(form, 'intent') === 'remove'
  try {
    if (isRemoval) await services.removeLogo()
    else await services.saveLogo(await readImage(form))
  } catch (refusal) {
    const field = () => pageWords.say(display.language)('refused.logo')
    const { body, status } = wordRefusal(refusal, { language: display.language, field })
    return data({ problem: body.fields['logo'] ?? body.message }, { status })
  }
  const done = isRemoval ? 'removed' : 'saved'
  return redirect(`${href('/shop/:domain/settings/logo', { domain })}?done=${done}`)
})

async function readImage(form: FormData) {
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) {
    throw new AppError('invalid_input', 'Choose a file first.', { details: { field: 'logo' } })
  }
  return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type }
}

export default function LogoRoute(props: Route.ComponentProps) {
  return (
    <WordsProvider words={props.loaderData.words}>
      <Content {...props} />
    </WordsProvider>
  )
}

function Content({ loaderData: { name, logo, mayChange, told }, actionData }: Route.ComponentProps) {
  const t = useWords()
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8" id="content" tabIndex={-1}>
      <PageTitle>{t('title')}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{t('title')}</h1>
      <p className="mt-1 mb-6 text-soft">{t('about', { shop: name })}</p>
      <output className="mb-6 block empty:hidden">
        {told && !actionData && (
          <span className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {told}
          </span>
        )}
      </output>
      <Card aria-label={t('title')} className="flex flex-wrap items-start gap-5 p-4 sm:p-5">
        <div className="grid size-24 shrink-0 place-items-center rounded-lg border border-line p-2 text-center text-[13px] text-faint">
          {logo ? <img alt={t('title')} className="max-h-20 max-w-20 object-contain" src={logo} /> : t('none')}
        </div>
        {mayChange ? (
          <LogoForm hasLogo={logo !== null} problem={actionData?.problem} />
        ) : (
          <Notice severity="info">{t('locked')}</Notice>
        )}
      </Card>
    </main>
  )
}

interface LogoFormProps {
  readonly hasLogo: boolean
  readonly problem: string | undefined
}

/** Sets, replaces or removes the logo. */
function LogoForm({ hasLogo, problem }: LogoFormProps) {
  const t = useWords()
  const id = useId()
  const isBusy = useNavigation().state === 'submitting'
  return (
    <div className="min-w-60 flex-1">
      <Form encType="multipart/form-data" method="post">
        <label className="block font-medium" htmlFor={id}>
          {t('file')}
        </label>
        <input
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={problem === undefined ? undefined : true}
          className="mt-1.5 block w-full max-w-sm text-[13px] text-soft file:me-3 file:h-8 file:cursor-pointer file:rounded-lg file:border file:border-line file:border-solid file:bg-surface file:px-2.5 file:font-medium file:text-ink file:hover:bg-hover"
          id={id}
          name="logo"
          required
          type="file"
        />
        <p className="mt-1.5 text-[13px] text-faint" id={`${id}-help`}>
          {t('help')}
        </p>
        <p className="text-[13px] text-bad" id={`${id}-error`} role="alert">
          {problem}
        </p>
        <Button className="mt-3" isBusy={isBusy} size="small">
          {t(hasLogo ? 'replace' : 'save')}
        </Button>
      </Form>
      {hasLogo && (
        <Form className="mt-2" method="post">
          <Button kind="quiet" name="intent" size="small" value="remove">
            {t('remove')}
          </Button>
        </Form>
      )}
    </div>
  )
}
