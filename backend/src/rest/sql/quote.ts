// Names become part of a statement only here.

import type { QualifiedName } from '../catalog/catalog.ts'

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteQualified({ schema, name }: QualifiedName): string {
  return `${quoteName(schema)}.${quoteName(name)}`
}
