// "The limit": the least work a Node server can do for the plain list. It runs one prepared statement over the four
// tables and sends the resulting JSON unchanged. node limit.mjs PORT DATABASE_URL
import { createServer } from 'node:http'
import pg from 'pg'

const [port, connectionString] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 6 })

const VISIBLE = `(not v.sold or v.sold_expiry_date >= (now() at time zone 'Europe/London')::date)
  and exists (select from public.vehicle_images i where i.vehicle_id = v.id)`

const text = `select
  (select coalesce(json_agg(page.*), '[]')::text from (
    select v.*, i.images, f.features, s.specifications
    from (select * from public.vehicles v where ${VISIBLE} order by created_at desc, id limit 20) as v
    cross join lateral (select json_agg(json_build_object('image_url', image_url, 'is_primary', is_primary,
      'display_order', display_order) order by display_order) as images
      from public.vehicle_images where vehicle_id = v.id) as i
    cross join lateral (select json_agg(feature order by id) as features
      from public.vehicle_features where vehicle_id = v.id) as f
    cross join lateral (select json_agg(json_build_object('spec_key', spec_key, 'spec_value', spec_value) order by id)
      as specifications from public.vehicle_specifications where vehicle_id = v.id) as s
  ) as page) as body,
  (select count(*) from public.vehicles v where ${VISIBLE}) as total`

createServer(async (request, response) => {
  if (request.url === '/ready') return response.end('ready')
  try {
    const { rows } = await pool.query({ name: 'list', text })
    const body = Buffer.from(rows[0].body)
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
      'Content-Range': `0-19/${rows[0].total}`,
    })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}).listen(Number(port), '127.0.0.1')
