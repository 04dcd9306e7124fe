/** To the provider, and back to the place that was wanted. */
export function ProviderLink({ name }: { readonly name: string }) {
  const wanted = new URLSearchParams({ return_to: `${location.pathname}${location.search}` });
  return (
    <div className="mb-5 grid gap-2 border-t border-hair-2 pt-4">
      <div>
        <a
          href={`/login/oidc?${wanted.toString()}`}
          className="plain-link inline-flex min-h-8 items-center rounded-box border border-ink bg-ink px-3 py-1 font-medium text-sheet hover:bg-ink-2 max-one:min-h-11"
        >
          Log in with {name}
        </a>
      </div>
      <p className="text-second text-ink-2">Or with a token:</p>
    </div>
  );
}
