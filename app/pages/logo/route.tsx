import { AppError } from '@tillsight/core'
import { useId } from 'react'
import { data, Form, href, redirect, useNavigation } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { CircleCheck } from '../../icons.ts'
import { directionOf, fill } from '../../language/index.ts'
import { formText, guarded, servicesContext, toFormFailure } from '../../request.server.ts'
import { Button, Card, Notice } from '../../ui/index.ts'
import type { Route } from './+types/route.ts'
import { logoWords } from './words.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const { shop, may } = await currentShop(args)
  const [logos, language] = await Promise.all([args.context.get(servicesContext).logos(), pageLanguage(args.context)])
  const words = logoWords[language]
  const done = args.url.searchParams.get('done')
  const told = done === 'saved' || done === 'removed' ? words[done] : undefined
  return { name: shop.name, logo: logos[shop.id] ?? null, mayChange: may.changeSettings, language, words, told }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  const isRemoval = formText(form, 'intent') === 'remove'
  try {
    if (isRemoval) await services.removeLogo()
    else await services.saveLogo(await readImage(form, logoWords[await pageLanguage(args.context)].noFile))
  } catch (refusal) {
    const { body, status } = toFormFailure(refusal)
    return data({ problem: body.fields['logo'] ?? body.message }, { status })
  }
  const done = isRemoval ? 'removed' : 'saved'
  return redirect(`${href('/shop/:domain/settings/logo', { domain: services.shop.domain })}?done=${done}`)
})

async function readImage(form: FormData, noFile: string) {
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) {
    throw new AppError('invalid_input', noFile, { details: { field: 'logo' } })
  }
  return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type }
}

export default function LogoRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { name, logo, mayChange, language, words, told } = loaderData
  return (
    <main
      className="mx-auto max-w-3xl px-4 py-6 sm:px-8 sm:py-8"
      dir={directionOf(language)}
      id="content"
      lang={language}
      tabIndex={-1}
    >
      <PageTitle>{words.title}</PageTitle>
      <h1 className="font-semibold text-2xl tracking-tight">{words.title}</h1>
      <p className="mt-1 mb-6 text-soft">{fill(words.about, { shop: name })}</p>
      <output className="mb-6 block empty:hidden">
        {told && !actionData && (
          <span className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            {told}
          </span>
        )}
      </output>
      <Card aria-label={words.title} className="flex flex-wrap items-start gap-5 p-4 sm:p-5">
        <div className="grid size-24 shrink-0 place-items-center rounded-lg border border-line p-2 text-center text-[13px] text-faint">
          {logo ? <img alt={words.title} className="max-h-20 max-w-20 object-contain" src={logo} /> : words.none}
        </div>
        {mayChange ? (
          <LogoForm hasLogo={logo !== null} problem={actionData?.problem} words={words} />
        ) : (
          <Notice severity="info">{words.locked}</Notice>
        )}
      </Card>
    </main>
  )
}

interface LogoFormProps {
  readonly words: Route.ComponentProps['loaderData']['words']
  readonly hasLogo: boolean
  readonly problem: string | undefined
}

/** Sets, replaces or removes the logo. */
function LogoForm({ words, hasLogo, problem }: LogoFormProps) {
  const id = useId()
  const isBusy = useNavigation().state === 'submitting'
  return (
    <div className="min-w-60 flex-1">
      <Form encType="multipart/form-data" method="post">
        <label className="block font-medium" htmlFor={id}>
          {words.file}
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
          {words.help}
        </p>
        <p className="text-[13px] text-bad" id={`${id}-error`} role="alert">
          {problem}
        </p>
        <Button className="mt-3" isBusy={isBusy} size="small">
          {hasLogo ? words.replace : words.save}
        </Button>
      </Form>
      {hasLogo && (
        <Form className="mt-2" method="post">
          <Button kind="quiet" name="intent" size="small" value="remove">
            {words.remove}
          </Button>
        </Form>
      )}
    </div>
  )
}
