// The guide to connecting a platform, and the check that says what is still wrong. Everything it shows comes from the
// connector and the installation; knows no platform.
export { GuidePage } from './guide-page.tsx'
