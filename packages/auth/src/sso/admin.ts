import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { requireAdmin } from '../guards.ts'
import { type Endpoint, isUuid, readBody } from '../wire.ts'
import { fetchIdpMetadata, type IdpMetadata, parseIdpMetadata } from './idp-metadata.ts'
import { AttributeMapping, nameIdFormats } from './person.ts'
import {
  findSsoProvider,
  insertSsoProvider,
  listSsoProviders,
  putDomains,
  type SsoProvider,
  type SsoProviderColumns,
  type TakenDomain,
  updateSsoProvider,
} from './store.ts'

const Fields = z.object({
  type: z.string().optional(),
  resource_id: z.string().max(255).optional(),
  disabled: z.boolean().optional(),
  metadata_url: z.string().optional(),
  metadata_xml: z.string().optional(),
  domains: z.array(z.string()).optional(),
  attribute_mapping: AttributeMapping.optional(),
  name_id_format: z.string().optional(),
})
type Fields = z.infer<typeof Fields>

/** `GET /admin/sso/providers`. */
export const listProviders: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const providers = await listSsoProviders(auth.db.kysely, {
    resourceId: call.query.get('resource_id') || undefined,
    resourceIdPrefix: call.query.get('resource_id_prefix') || undefined,
  })
  // Metadata is long, so lists leave it out.
  return Response.json({ items: providers.map((provider) => view({ ...provider, metadataXml: '' })) })
}

/** `POST /admin/sso/providers`. */
export const createProvider: Endpoint = async (auth, call) => {
  await requireAdmin(auth, call)
  const fields = await readBody(call.request, Fields)
  if (fields.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type")
  validate(fields)
  const metadata = await readMetadata(auth, fields)
  if (!metadata) throw invalid('Either metadata_xml or metadata_url must be set')
  const { entityId, columns } = metadata
  const created = await auth.db.transaction(async (tx) => {
    const now = auth.clock.now()
    const id = await insertSsoProvider(tx, { ...columnsOf(fields), ...columns, entityId }, now)
    if (id === undefined) {
      throw new AuthError(
        422,
        'saml_idp_already_exists',
        `SAML Identity Provider with this EntityID (${entityId}) already exists`,
      )
    }
    const taken = await putDomains(tx, { provider: id, domains: domainsOf(fields) }, now)
    if (taken) throw domainTaken(taken, 'is already assigned to an SSO identity provider')
    return await findSsoProvider(tx, { id })
  })
  return Response.json(view(found(created)), { status: 201 })
}

/** `GET /admin/sso/providers/{id}`. */
export const readProvider: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  return Response.json(view(await loadProvider(auth, id)))
}

/** `PUT /admin/sso/providers/{id}`: omitted fields keep their values. */
export const updateProvider: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  const provider = await loadProvider(auth, id)
  const fields = await readBody(call.request, Fields)
  validate(fields)
  const metadata = await readMetadata(auth, fields)
  if (metadata && metadata.entityId !== provider.entityId) {
    throw new AuthError(
      400,
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${provider.entityId}' but got '${metadata.entityId}'`,
    )
  }
  const updated = await auth.db.transaction(async (tx) => {
    const now = auth.clock.now()
    await updateSsoProvider(tx, { id: provider.id, ...columnsOf(fields), ...metadata?.columns }, now)
    const taken = fields.domains && (await putDomains(tx, { provider: provider.id, domains: domainsOf(fields) }, now))
    if (taken) throw domainTaken(taken, 'already assigned to another provider')
    return await findSsoProvider(tx, { id: provider.id })
  })
  return Response.json(view(found(updated)))
}

/** `DELETE /admin/sso/providers/{id}`. */
export const deleteProvider: Endpoint = async (auth, call, { id = '' }) => {
  await requireAdmin(auth, call)
  const provider = await loadProvider(auth, id)
  await auth.db.kysely.deleteFrom('authSsoProviders').where('id', '=', provider.id).execute()
  return Response.json(view(provider))
}

async function loadProvider(auth: Auth, id: string): Promise<SsoProvider> {
  return found(isUuid(id) ? await findSsoProvider(auth.db.kysely, { id }) : undefined)
}

function found(provider: SsoProvider | undefined): SsoProvider {
  if (provider) return provider
  throw new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found')
}

function validate({ metadata_url: url, metadata_xml: xml, name_id_format: format }: Fields): void {
  if (url && xml) throw invalid('Only one of metadata_xml or metadata_url needs to be set')
  if (format && !nameIdFormats.includes(format)) {
    throw invalid(`name_id_format must be unspecified or one of ${nameIdFormats.join(', ')}`)
  }
}

interface GivenMetadata extends Pick<IdpMetadata, 'entityId'> {
  readonly columns: { readonly metadataXml: string; readonly metadataUrl: string | null }
}

async function readMetadata(auth: Auth, fields: Fields): Promise<GivenMetadata | undefined> {
  const { metadata_url: url, metadata_xml: xml } = fields
  if (!url && !xml) return undefined
  const metadataXml = url ? await fetchIdpMetadata(auth, url) : (xml ?? '')
  const { entityId } = await parseIdpMetadata(metadataXml)
  return { entityId, columns: { metadataXml, metadataUrl: url || null } }
}

function columnsOf(fields: Fields): SsoProviderColumns {
  return {
    ...(fields.resource_id === undefined ? {} : { resourceId: fields.resource_id || null }),
    ...(fields.disabled === undefined ? {} : { disabled: fields.disabled }),
    ...(fields.attribute_mapping === undefined ? {} : { attributeMapping: fields.attribute_mapping }),
    ...(fields.name_id_format === undefined ? {} : { nameIdFormat: fields.name_id_format || null }),
  }
}

function domainsOf({ domains = [] }: Fields): readonly string[] {
  return [...new Set(domains.map((domain) => domain.trim().toLowerCase()).filter(Boolean))]
}

function domainTaken({ domain, provider }: TakenDomain, what: string): AuthError {
  return new AuthError(400, 'sso_domain_already_exists', `SSO Domain '${domain}' ${what} (${provider})`)
}

function view(provider: SsoProvider): Readonly<Record<string, unknown>> {
  return {
    id: provider.id,
    ...(provider.resourceId === null ? {} : { resource_id: provider.resourceId }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entityId,
      ...(provider.metadataXml === '' ? {} : { metadata_xml: provider.metadataXml }),
      ...(provider.metadataUrl === null ? {} : { metadata_url: provider.metadataUrl }),
      attribute_mapping: provider.attributeMapping,
      ...(provider.nameIdFormat === null ? {} : { name_id_format: provider.nameIdFormat }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  }
}
