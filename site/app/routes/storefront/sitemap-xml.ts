export function loader() {
  return new Response('<?xml version="1.0" encoding="UTF-8"?>', { headers: { 'content-type': 'application/xml' } })
}
