export default function AuthPage() {
  return <h1>Welcome</h1>
}
