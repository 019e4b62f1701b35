import type { SetupFinding } from '@tillsight/domain'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { PageTitle } from '../../frame/basic/index.ts'
import { guard } from '../../guards/guard.server.ts'
import { type PageWords, WordsProvider } from '../../language/index.ts'
import { serverWords } from '../../language/server-words.server.ts'
import { formText, guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import type { Route } from './+types/guide-route.ts'
import { GuidePage } from './guide-page.tsx'
import { pageWords } from './words.server.ts'
import { useWords } from './words.ts'

export const middleware: Route.MiddlewareFunction[] = [guard('has-active-shop')]

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const services = await currentShop(args)
  const asked = new URL(args.request.url).searchParams
  const way = asked.get('way') ?? undefined
  const { language } = services.shop.display
  const guide = await services.run('connection.guide', { connector: args.params.platform, way })
  return {
    view: asked.get('view') === 'installer' ? ('installer' as const) : ('merchant' as const),
    domain: services.shop.domain,
    words: { ...pageWords.words(language), ...serverWords(language, guide) },
    guide,
  }
})

export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  return await checkGuide(services, args.params.platform, await args.request.formData())
})

export default function GuideRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { domain, guide, view } = loaderData
  const words = { ...loaderData.words, ...actionData?.words }
  // Results for this way only: those of another do not apply.
  const checked = actionData?.way === guide.way ? actionData : undefined
  return (
    <WordsProvider words={words}>
      <Title label={guide.label} />
      <GuidePage
        domain={domain}
        findings={checked?.findings}
        guide={guide}
        values={actionData?.values ?? {}}
        view={view}
      />
    </WordsProvider>
  )
}

function Title({ label }: { readonly label: string }) {
  const t = useWords()
  return <PageTitle>{t('guide.title', { label })}</PageTitle>
}

/** Result of a check, with the values entered. */
interface Checked {
  readonly way: string
  readonly findings: readonly SetupFinding[]
  readonly values: Readonly<Record<string, string>>
  /** Translations of the findings. */
  readonly words: PageWords
}

/** Checks the form of a platform's guide. */
async function checkGuide(services: ShopServices, connector: string, form: FormData): Promise<Checked> {
  const asked = formText(form, 'way') || undefined
  const { field, way } = await services.run('connection.guide', { connector, way: asked })
  const values = field === null ? {} : { [field.key]: formText(form, field.key) }
  const { findings } = await services.run('connection.check_setup', { connector, way, values })
  return { way, values, findings, words: serverWords(services.shop.display.language, findings) }
}
