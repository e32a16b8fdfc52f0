// A small catalogue for unit tests: vehicles with images, enquiries, nested categories, and two functions.

import type { Catalog } from '../catalog/catalog.ts'
import { buildCatalog, type CatalogRows } from '../catalog/load-catalog.ts'

const table = (oid: number, name: string) => ({
  oid,
  schema: 'public',
  name,
  kind: 'r',
  insertable: true,
  updatable: true,
  deletable: true,
})

const columns = (relation: number, types: Record<string, string>) =>
  Object.entries(types).map(([name, type], index) => ({
    relation,
    number: index + 1,
    name,
    type,
    value_type: type,
    default_sql: name === 'id' ? 'gen_random_uuid()' : null,
  }))

const key = (relation: number, name: string) => ({
  name: `${relation}_pkey`,
  kind: 'p' as const,
  relation,
  target: 0,
  columns: [name],
  target_columns: null,
})

const reference = (name: string, relation: number) => ({
  name,
  kind: 'f' as const,
  relation,
  target: 1,
  columns: ['vehicle_id'],
  target_columns: ['id'],
})

const routine = {
  is_inlined: false,
  schema: 'public',
  volatility: 's' as const,
  takes_relation: 0,
  row_estimate: 0,
  modes: [],
}

const ROWS: CatalogRows = {
  relations: [table(1, 'vehicles'), table(2, 'vehicle_images'), table(3, 'enquiries'), table(4, 'categories')],
  columns: [
    ...columns(1, { id: 'uuid', title: 'text', price: 'numeric', sold: 'boolean', extras: 'jsonb' }),
    ...columns(2, { id: 'bigint', vehicle_id: 'uuid', image_url: 'text', display_order: 'integer' }),
    ...columns(3, { id: 'uuid', email: 'text', vehicle_id: 'uuid', created_at: 'timestamp with time zone' }),
    ...columns(4, { id: 'bigint', name: 'text', parent_id: 'bigint' }),
  ],
  constraints: [
    key(1, 'id'),
    key(2, 'id'),
    key(3, 'id'),
    key(4, 'id'),
    reference('vehicle_images_vehicle_id_fkey', 2),
    reference('enquiries_vehicle_id_fkey', 3),
    { ...reference('categories_parent_id_fkey', 4), target: 4, columns: ['parent_id'] },
  ],
  routines: [
    {
      ...routine,
      name: 'has_role',
      is_set: false,
      default_count: 0,
      returns_relation: 0,
      returns_name: 'bool',
      returns_type: 'boolean',
      names: ['_user_id', '_role'],
      types: ['uuid', 'text'],
    },
    {
      ...routine,
      name: 'similar_vehicles',
      is_inlined: true,
      is_set: true,
      default_count: 1,
      returns_relation: 1,
      returns_name: 'vehicles',
      returns_type: 'public.vehicles',
      names: ['_vehicle_id', '_limit'],
      types: ['uuid', 'integer'],
    },
  ],
  types: [
    { name: 'text', type: 'text' },
    { name: 'int4', type: 'integer' },
  ],
  views: [],
  definitions: [],
}

export const dealershipCatalog: Catalog = buildCatalog(['public'], ROWS)
