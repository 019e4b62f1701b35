// By which rule the claims of ad platforms are counted: what the address says of it, and where it is chosen.
// Knows no figures; what a rule means is the platform's own word.
export { ClaimsMenu } from './claims-menu.tsx'
