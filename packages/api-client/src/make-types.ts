import toTypes, { astToString } from 'openapi-typescript'

/** The types of the API's client, from its description. */
export async function makeClientTypes(description: string): Promise<string> {
  return `// Made by \`npm run docs\`; edit the source instead.\n${astToString(await toTypes(description))}`
}
