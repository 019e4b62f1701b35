// Parts that every page needs, public pages included: brand, theme, error page, titles. All pages load it: keep it small.
export { Brand, PageTitle } from './brand.tsx'
export { ErrorPage } from './error-page.tsx'
export { LanguageMenu } from './language-menu.tsx'
export type { PageHandle } from './theme.ts'
export { ThemeSwitch, themeFetcher } from './theme-switch.tsx'
