export default function ComponentsPage() {
  return <h1>Components</h1>
}
