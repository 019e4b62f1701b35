/** How a provider names people, by the standard's addresses. */
export const nameIds = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

/** What a provider may be asked for. */
export const nameIdFormats: readonly string[] = Object.values(nameIds)
