// What surrounds every page: brand, navigation, theme, error page, titles. Knows the routes, not what they show.
export { Brand } from './brand.tsx'
export { ErrorPage } from './error-page.tsx'
export { Frame } from './frame.tsx'
export { PageTitle } from './page-title.tsx'
export { ThemeSwitch } from './theme-switch.tsx'
