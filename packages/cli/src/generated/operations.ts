/* Generated from the OpenAPI documents by infra/openapi. Do not edit. */

export const operations = {
  "acceptInvitation": {
    "method": "POST",
    "path": "/api/auth/invitations/accept",
    "summary": "Accept an invitation and log in; makes the account where there is none",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "token",
        "kind": "text",
        "isRequired": true
      },
      {
        "name": "name",
        "kind": "text",
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "password",
        "kind": "text",
        "summary": "at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail"
      },
      {
        "name": "session",
        "kind": "text",
        "choices": [
          "cookie"
        ],
        "summary": "keeps the refresh token in a cookie that scripts cannot read, and out of bodies; for pages of the origin of PUBLIC_URL"
      }
    ],
    "answer": "one"
  },
  "bulkAssets": {
    "method": "POST",
    "path": "/api/projects/{projectId}/assets/bulk",
    "summary": "Move, tag, untag, update or delete many assets",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "action",
        "kind": "text",
        "isRequired": true,
        "choices": [
          "move",
          "tag",
          "untag",
          "delete",
          "update"
        ]
      },
      {
        "name": "assetIds",
        "kind": "list"
      },
      {
        "name": "folderId",
        "kind": "text",
        "isNullable": true,
        "summary": "a UUID"
      },
      {
        "name": "filter",
        "kind": "json",
        "summary": "as in the list of assets"
      },
      {
        "name": "exceptIds",
        "kind": "list",
        "summary": "assets that are not changed though they match the filter"
      },
      {
        "name": "expectedCount",
        "kind": "number",
        "summary": "how many assets the filter matches, without exceptIds; if it matches another number, nothing is done"
      },
      {
        "name": "tags",
        "kind": "list"
      },
      {
        "name": "assets",
        "kind": "json",
        "summary": "the new values of each asset"
      },
      {
        "name": "values",
        "kind": "json"
      }
    ],
    "answer": "one"
  },
  "createApiKey": {
    "method": "POST",
    "path": "/api/projects/{projectId}/api-keys",
    "summary": "Create an API key",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "permissions",
        "kind": "text",
        "choices": [
          "READ",
          "READ_WRITE"
        ]
      },
      {
        "name": "expiresAt",
        "kind": "text",
        "isNullable": true,
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      },
      {
        "name": "allowedOrigins",
        "kind": "list"
      }
    ],
    "answer": "one"
  },
  "createAsset": {
    "method": "POST",
    "path": "/api/projects/{projectId}/assets",
    "summary": "Upload an image",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "file",
        "kind": "text",
        "isRequired": true
      },
      {
        "name": "altText",
        "kind": "text"
      },
      {
        "name": "decorative",
        "kind": "flag",
        "summary": "needs no alternative text"
      },
      {
        "name": "focalPoint",
        "kind": "text",
        "summary": "what crops keep in sight, fractions of width and height"
      },
      {
        "name": "tags",
        "kind": "list",
        "summary": "one part for each tag, or one part with all of them as a JSON array"
      },
      {
        "name": "metadata",
        "kind": "text",
        "summary": "a JSON object"
      },
      {
        "name": "folderId",
        "kind": "text",
        "summary": "a UUID, or empty for none"
      }
    ],
    "answer": "one"
  },
  "createFolder": {
    "method": "POST",
    "path": "/api/projects/{projectId}/folders",
    "summary": "Create a folder, or those of a path that are missing",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "summary": "text without slashes and control characters"
      },
      {
        "name": "parentId",
        "kind": "text",
        "isNullable": true,
        "summary": "a UUID"
      },
      {
        "name": "path",
        "kind": "text",
        "summary": "names from the root on, such as Summer/Beach; those that are missing are created"
      }
    ],
    "answer": "one"
  },
  "createInvitation": {
    "method": "POST",
    "path": "/api/organizations/{orgId}/invitations",
    "summary": "Invite someone; the token is good once, for 7 days",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "email",
        "kind": "text",
        "isRequired": true,
        "summary": "an e-mail address, such as ada@example.com"
      },
      {
        "name": "role",
        "kind": "text",
        "isRequired": true,
        "choices": [
          "OWNER",
          "ADMIN",
          "EDITOR",
          "VIEWER"
        ]
      }
    ],
    "answer": "one"
  },
  "createOrganization": {
    "method": "POST",
    "path": "/api/organizations",
    "summary": "Create an organization, as its OWNER",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "slug",
        "kind": "text",
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      }
    ],
    "answer": "one"
  },
  "createProject": {
    "method": "POST",
    "path": "/api/organizations/{orgId}/projects",
    "summary": "Create a project",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "slug",
        "kind": "text",
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      }
    ],
    "answer": "one"
  },
  "createSigningKey": {
    "method": "POST",
    "path": "/api/projects/{projectId}/signing-keys",
    "summary": "Create a key that signs image addresses",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "one"
  },
  "createToken": {
    "method": "POST",
    "path": "/api/auth/tokens",
    "summary": "Create a personal access token, for scripts and CI",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "organizationId",
        "kind": "text",
        "isRequired": true,
        "summary": "a UUID"
      },
      {
        "name": "projectId",
        "kind": "text",
        "isNullable": true,
        "summary": "of the organization; the token is then limited to it"
      },
      {
        "name": "role",
        "kind": "text",
        "isRequired": true,
        "choices": [
          "VIEWER",
          "EDITOR",
          "ADMIN",
          "OWNER"
        ],
        "summary": "the most that the token may be used for: your own role at most"
      },
      {
        "name": "expiresAt",
        "kind": "text",
        "isRequired": true,
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      },
      {
        "name": "password",
        "kind": "text",
        "isRequired": true
      }
    ],
    "answer": "one"
  },
  "createWidget": {
    "method": "POST",
    "path": "/api/projects/{projectId}/widgets",
    "summary": "Create a widget",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "slug",
        "kind": "text",
        "isRequired": true,
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      },
      {
        "name": "assetIds",
        "kind": "list",
        "summary": "the assets in order"
      },
      {
        "name": "items",
        "kind": "json",
        "summary": "instead of assetIds: the assets in order, with texts and links of their own"
      },
      {
        "name": "config",
        "kind": "json"
      },
      {
        "name": "theme",
        "kind": "json"
      },
      {
        "name": "status",
        "kind": "text",
        "choices": [
          "DRAFT",
          "PUBLISHED"
        ]
      },
      {
        "name": "layout",
        "kind": "text",
        "isRequired": true,
        "choices": [
          "CAROUSEL",
          "GRID",
          "MASONRY",
          "SLIDER",
          "LIST_VERTICAL",
          "LIST_HORIZONTAL"
        ]
      }
    ],
    "answer": "one"
  },
  "deleteApiKey": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}/api-keys/{keyId}",
    "summary": "Revoke an API key",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteAsset": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}/assets/{assetId}",
    "summary": "Delete an asset",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteFolder": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}/folders/{folderId}",
    "summary": "Delete a folder; never an asset",
    "query": [
      {
        "name": "recursive",
        "kind": "flag",
        "summary": "deletes its folders too; assets in them move to the root; false by default"
      }
    ],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteInvitation": {
    "method": "DELETE",
    "path": "/api/organizations/{orgId}/invitations/{invitationId}",
    "summary": "Withdraw an invitation",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteMe": {
    "method": "DELETE",
    "path": "/api/auth/me",
    "summary": "Delete the account",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "password",
        "kind": "text",
        "isRequired": true
      }
    ],
    "answer": "none"
  },
  "deleteMember": {
    "method": "DELETE",
    "path": "/api/organizations/{orgId}/members/{userId}",
    "summary": "Remove a member, or leave",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteOrganization": {
    "method": "DELETE",
    "path": "/api/organizations/{orgId}",
    "summary": "Delete an organization with everything in it",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteOtherSessions": {
    "method": "DELETE",
    "path": "/api/auth/sessions",
    "summary": "End all sessions of the account but the one of this call",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "revokeTokens",
        "kind": "flag",
        "summary": "true also revokes all personal access tokens of the account"
      }
    ],
    "answer": "none"
  },
  "deletePreset": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}/presets/{presetName}",
    "summary": "Delete a preset",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteProject": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}",
    "summary": "Delete a project with everything in it",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteSession": {
    "method": "DELETE",
    "path": "/api/auth/sessions/{sessionId}",
    "summary": "End a session of the account, with its access tokens",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteSigningKey": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}/signing-keys/{signingKeyId}",
    "summary": "Revoke a signing key",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteToken": {
    "method": "DELETE",
    "path": "/api/auth/tokens/{tokenId}",
    "summary": "Revoke a personal access token, at once",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "deleteWidget": {
    "method": "DELETE",
    "path": "/api/projects/{projectId}/widgets/{widgetId}",
    "summary": "Delete a widget",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "none"
  },
  "duplicateWidget": {
    "method": "POST",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/duplicate",
    "summary": "Make a draft copy of a widget",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "slug",
        "kind": "text",
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      }
    ],
    "answer": "one"
  },
  "exportAuditEvents": {
    "method": "GET",
    "path": "/api/organizations/{orgId}/audit-events/export",
    "summary": "Export audit events as JSON lines",
    "query": [
      {
        "name": "actorId",
        "kind": "text",
        "summary": "a UUID"
      },
      {
        "name": "action",
        "kind": "text"
      },
      {
        "name": "resourceType",
        "kind": "text"
      },
      {
        "name": "resourceId",
        "kind": "text",
        "summary": "a UUID"
      },
      {
        "name": "requestId",
        "kind": "text",
        "summary": "of the events themselves: all that one call changed"
      },
      {
        "name": "from",
        "kind": "text",
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      },
      {
        "name": "to",
        "kind": "text",
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "lines"
  },
  "forgotPassword": {
    "method": "POST",
    "path": "/api/auth/password/forgot",
    "summary": "Ask for a mail to reset the password",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "email",
        "kind": "text",
        "isRequired": true,
        "summary": "an e-mail address, such as ada@example.com"
      }
    ],
    "answer": "one"
  },
  "getAsset": {
    "method": "GET",
    "path": "/api/projects/{projectId}/assets/{assetId}",
    "summary": "Get an asset",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getAssetCounts": {
    "method": "GET",
    "path": "/api/projects/{projectId}/assets/counts",
    "summary": "Count the assets that match each filter",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getAssetUsage": {
    "method": "GET",
    "path": "/api/projects/{projectId}/assets/{assetId}/usage",
    "summary": "List the widgets that show an asset",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "getFolder": {
    "method": "GET",
    "path": "/api/projects/{projectId}/folders/{folderId}",
    "summary": "Get a folder",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getJob": {
    "method": "GET",
    "path": "/api/projects/{projectId}/jobs/{jobId}",
    "summary": "Get the progress of a job; ended ones are kept for a week",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getManagementApiHealthz": {
    "method": "GET",
    "path": "/api/healthz",
    "summary": "Ask whether the process runs",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getManagementApiReadyz": {
    "method": "GET",
    "path": "/api/readyz",
    "summary": "Ask whether the process can serve",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getManagementHealthz": {
    "method": "GET",
    "path": "/healthz",
    "summary": "Ask whether the process runs",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getManagementOpenapiJson": {
    "method": "GET",
    "path": "/api/openapi.json",
    "summary": "Fetch this document",
    "query": [],
    "headers": [
      "If-None-Match"
    ],
    "body": [],
    "answer": "one"
  },
  "getManagementReadyz": {
    "method": "GET",
    "path": "/readyz",
    "summary": "Ask whether the process can serve",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getMe": {
    "method": "GET",
    "path": "/api/auth/me",
    "summary": "Get the account of the token",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getOrganization": {
    "method": "GET",
    "path": "/api/organizations/{orgId}",
    "summary": "Get an organization",
    "query": [],
    "headers": [
      "If-None-Match"
    ],
    "body": [],
    "answer": "one"
  },
  "getOrganizationUsage": {
    "method": "GET",
    "path": "/api/organizations/{orgId}/usage",
    "summary": "Get the budgets of an organization and how much of them is used",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getPreset": {
    "method": "GET",
    "path": "/api/projects/{projectId}/presets/{presetName}",
    "summary": "Get a preset",
    "query": [],
    "headers": [
      "If-None-Match"
    ],
    "body": [],
    "answer": "one"
  },
  "getProject": {
    "method": "GET",
    "path": "/api/projects/{projectId}",
    "summary": "Get a project",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getProjectStatistics": {
    "method": "GET",
    "path": "/api/projects/{projectId}/statistics",
    "summary": "Get how often widgets and pictures were viewed, clicked and opened",
    "query": [
      {
        "name": "from",
        "kind": "text",
        "summary": "by default 30 days before to"
      },
      {
        "name": "to",
        "kind": "text",
        "summary": "by default now"
      },
      {
        "name": "tz",
        "kind": "text",
        "summary": "whose days and hours, an IANA name such as Europe/Berlin; by default the server’s"
      },
      {
        "name": "by",
        "kind": "text",
        "choices": [
          "day",
          "hour",
          "widget",
          "asset"
        ],
        "summary": "day by default"
      }
    ],
    "headers": [
      "Accept"
    ],
    "body": [],
    "answer": "one"
  },
  "getWidget": {
    "method": "GET",
    "path": "/api/projects/{projectId}/widgets/{widgetId}",
    "summary": "Get a widget",
    "query": [],
    "headers": [
      "If-None-Match"
    ],
    "body": [],
    "answer": "one"
  },
  "getWidgetEmbed": {
    "method": "GET",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/embed",
    "summary": "Get what to paste into a page to show a widget",
    "query": [
      {
        "name": "apiKeyId",
        "kind": "text",
        "summary": "the key that the page will use; if left out, the newest that is good"
      },
      {
        "name": "lang",
        "kind": "text",
        "summary": "a language tag, such as de or pt-BR: that of the page"
      },
      {
        "name": "width",
        "kind": "text",
        "summary": "how wide the widget will be, such as 720px, 45rem or 50vw. A script whose width is known asks for the first picture early, as suits the top of a page; paste it again after that picture has changed"
      },
      {
        "name": "styles",
        "kind": "text",
        "choices": [
          "inline",
          "files"
        ],
        "summary": "where the styles of the snippet are: in it (the default), or in files of the service, for a page whose Content-Security-Policy forbids inline styles"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "getWidgetStatistics": {
    "method": "GET",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/statistics",
    "summary": "Get how often a widget and its pictures were viewed, clicked and opened",
    "query": [
      {
        "name": "from",
        "kind": "text",
        "summary": "by default 30 days before to"
      },
      {
        "name": "to",
        "kind": "text",
        "summary": "by default now"
      },
      {
        "name": "tz",
        "kind": "text",
        "summary": "whose days and hours, an IANA name such as Europe/Berlin; by default the server’s"
      },
      {
        "name": "by",
        "kind": "text",
        "choices": [
          "day",
          "hour",
          "asset"
        ],
        "summary": "day by default"
      }
    ],
    "headers": [
      "Accept"
    ],
    "body": [],
    "answer": "one"
  },
  "listApiKeys": {
    "method": "GET",
    "path": "/api/projects/{projectId}/api-keys",
    "summary": "List API keys",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "array"
  },
  "listAssetHistory": {
    "method": "GET",
    "path": "/api/projects/{projectId}/assets/{assetId}/history",
    "summary": "List the changes of an asset",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listAssets": {
    "method": "GET",
    "path": "/api/projects/{projectId}/assets",
    "summary": "List assets",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "q",
        "kind": "text",
        "summary": "text without control characters"
      },
      {
        "name": "id",
        "kind": "list"
      },
      {
        "name": "tag",
        "kind": "list",
        "summary": "assets that have all of these tags"
      },
      {
        "name": "folderId",
        "kind": "text",
        "summary": "a UUID, or root"
      },
      {
        "name": "contentType",
        "kind": "text",
        "choices": [
          "image/jpeg",
          "image/png",
          "image/webp",
          "image/gif",
          "image/avif",
          "image/heic",
          "image/tiff"
        ]
      },
      {
        "name": "alt",
        "kind": "text",
        "choices": [
          "missing",
          "present",
          "decorative"
        ],
        "summary": "has no alternative text; has one; needs none"
      },
      {
        "name": "unused",
        "kind": "flag",
        "summary": "whether no widget shows it"
      },
      {
        "name": "duplicates",
        "kind": "flag",
        "summary": "whether the project has another asset with the same bytes"
      },
      {
        "name": "minBytes",
        "kind": "number"
      },
      {
        "name": "createdFrom",
        "kind": "text",
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      },
      {
        "name": "createdTo",
        "kind": "text",
        "summary": "the moment after the last one"
      },
      {
        "name": "sort",
        "kind": "text",
        "choices": [
          "createdAt",
          "createdAt,asc",
          "createdAt,desc",
          "updatedAt",
          "updatedAt,asc",
          "updatedAt,desc",
          "filename",
          "filename,asc",
          "filename,desc",
          "sizeBytes",
          "sizeBytes,asc",
          "sizeBytes,desc"
        ],
        "summary": "A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes; createdAt,desc by default"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listAuditEvents": {
    "method": "GET",
    "path": "/api/organizations/{orgId}/audit-events",
    "summary": "List audit events",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "actorId",
        "kind": "text",
        "summary": "a UUID"
      },
      {
        "name": "action",
        "kind": "text"
      },
      {
        "name": "resourceType",
        "kind": "text"
      },
      {
        "name": "resourceId",
        "kind": "text",
        "summary": "a UUID"
      },
      {
        "name": "requestId",
        "kind": "text",
        "summary": "of the events themselves: all that one call changed"
      },
      {
        "name": "from",
        "kind": "text",
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      },
      {
        "name": "to",
        "kind": "text",
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listFolders": {
    "method": "GET",
    "path": "/api/projects/{projectId}/folders",
    "summary": "List folders",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "parentId",
        "kind": "text",
        "summary": "a UUID, or root for folders that are in no other"
      },
      {
        "name": "q",
        "kind": "text",
        "summary": "text without control characters"
      },
      {
        "name": "sort",
        "kind": "text",
        "choices": [
          "createdAt",
          "createdAt,asc",
          "createdAt,desc",
          "updatedAt",
          "updatedAt,asc",
          "updatedAt,desc",
          "name",
          "name,asc",
          "name,desc"
        ],
        "summary": "A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes; createdAt,desc by default"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listInvitations": {
    "method": "GET",
    "path": "/api/organizations/{orgId}/invitations",
    "summary": "List the open invitations",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listMembers": {
    "method": "GET",
    "path": "/api/organizations/{orgId}/members",
    "summary": "List the members of an organization",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "q",
        "kind": "text",
        "summary": "text without control characters"
      },
      {
        "name": "sort",
        "kind": "text",
        "choices": [
          "createdAt",
          "createdAt,asc",
          "createdAt,desc",
          "name",
          "name,asc",
          "name,desc"
        ],
        "summary": "A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes; createdAt,desc by default"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listOrganizations": {
    "method": "GET",
    "path": "/api/organizations",
    "summary": "List the organizations that you are a member of",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listPresets": {
    "method": "GET",
    "path": "/api/projects/{projectId}/presets",
    "summary": "List presets",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "sort",
        "kind": "text",
        "choices": [
          "createdAt",
          "createdAt,asc",
          "createdAt,desc",
          "name",
          "name,asc",
          "name,desc"
        ],
        "summary": "A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes; createdAt,desc by default"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listProjects": {
    "method": "GET",
    "path": "/api/organizations/{orgId}/projects",
    "summary": "List projects",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "q",
        "kind": "text",
        "summary": "text without control characters"
      },
      {
        "name": "sort",
        "kind": "text",
        "choices": [
          "createdAt",
          "createdAt,asc",
          "createdAt,desc",
          "updatedAt",
          "updatedAt,asc",
          "updatedAt,desc",
          "name",
          "name,asc",
          "name,desc"
        ],
        "summary": "A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes; createdAt,desc by default"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listSessions": {
    "method": "GET",
    "path": "/api/auth/sessions",
    "summary": "List the sessions of the account",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listSigningKeys": {
    "method": "GET",
    "path": "/api/projects/{projectId}/signing-keys",
    "summary": "List signing keys",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listTags": {
    "method": "GET",
    "path": "/api/projects/{projectId}/tags",
    "summary": "List the tags of the assets, the most frequent first",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "q",
        "kind": "text",
        "summary": "part of the tag"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listTokens": {
    "method": "GET",
    "path": "/api/auth/tokens",
    "summary": "List the personal access tokens of the account",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listWidgetAssets": {
    "method": "GET",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/assets",
    "summary": "Get the assets of a widget",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "array"
  },
  "listWidgetHistory": {
    "method": "GET",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/history",
    "summary": "List the changes of a widget",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "listWidgets": {
    "method": "GET",
    "path": "/api/projects/{projectId}/widgets",
    "summary": "List widgets",
    "query": [
      {
        "name": "page",
        "kind": "number",
        "summary": "zero-based; 0 by default"
      },
      {
        "name": "size",
        "kind": "number",
        "summary": "20 by default"
      },
      {
        "name": "cursor",
        "kind": "text",
        "summary": "the nextCursor of another page: this one begins after it, even if entries before it are added or deleted. An entry moves if its value of the sort changes: see sort"
      },
      {
        "name": "q",
        "kind": "text",
        "summary": "text without control characters"
      },
      {
        "name": "status",
        "kind": "text",
        "choices": [
          "DRAFT",
          "PUBLISHED"
        ]
      },
      {
        "name": "layout",
        "kind": "text",
        "choices": [
          "CAROUSEL",
          "GRID",
          "MASONRY",
          "SLIDER",
          "LIST_VERTICAL",
          "LIST_HORIZONTAL"
        ]
      },
      {
        "name": "sort",
        "kind": "text",
        "choices": [
          "createdAt",
          "createdAt,asc",
          "createdAt,desc",
          "updatedAt",
          "updatedAt,asc",
          "updatedAt,desc",
          "name",
          "name,asc",
          "name,desc"
        ],
        "summary": "A change of this field moves the entry. By updatedAt,asc it moves to the end, so pages by cursor show it again and miss none; in other orders they may miss an entry that is changed between two of them, except by createdAt, which never changes; createdAt,desc by default"
      }
    ],
    "headers": [],
    "body": [],
    "answer": "pages"
  },
  "login": {
    "method": "POST",
    "path": "/api/auth/login",
    "summary": "Log in",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "email",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters"
      },
      {
        "name": "password",
        "kind": "text",
        "isRequired": true
      },
      {
        "name": "session",
        "kind": "text",
        "choices": [
          "cookie"
        ],
        "summary": "keeps the refresh token in a cookie that scripts cannot read, and out of bodies; for pages of the origin of PUBLIC_URL"
      }
    ],
    "answer": "one"
  },
  "logout": {
    "method": "POST",
    "path": "/api/auth/logout",
    "summary": "End the session of a refresh token",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "refreshToken",
        "kind": "text",
        "summary": "required unless session is cookie"
      },
      {
        "name": "session",
        "kind": "text",
        "choices": [
          "cookie"
        ],
        "summary": "keeps the refresh token in a cookie that scripts cannot read, and out of bodies; for pages of the origin of PUBLIC_URL"
      }
    ],
    "answer": "none"
  },
  "lookupAssets": {
    "method": "POST",
    "path": "/api/projects/{projectId}/assets/lookup",
    "summary": "Find assets by the SHA-256 of their files",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "sha256",
        "kind": "list",
        "isRequired": true
      }
    ],
    "answer": "array"
  },
  "lookupInvitation": {
    "method": "POST",
    "path": "/api/auth/invitations/lookup",
    "summary": "Show an invitation to the person who has its link",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "token",
        "kind": "text",
        "isRequired": true
      }
    ],
    "answer": "one"
  },
  "publishWidget": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/publish",
    "summary": "Publish a widget",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "one"
  },
  "refresh": {
    "method": "POST",
    "path": "/api/auth/refresh",
    "summary": "Exchange a refresh token for a new pair of tokens",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "refreshToken",
        "kind": "text",
        "summary": "required unless session is cookie"
      },
      {
        "name": "session",
        "kind": "text",
        "choices": [
          "cookie"
        ],
        "summary": "keeps the refresh token in a cookie that scripts cannot read, and out of bodies; for pages of the origin of PUBLIC_URL"
      }
    ],
    "answer": "one"
  },
  "register": {
    "method": "POST",
    "path": "/api/auth/register",
    "summary": "Register an account and its organization",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "organizationName",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "email",
        "kind": "text",
        "isRequired": true,
        "summary": "an e-mail address, such as ada@example.com"
      },
      {
        "name": "password",
        "kind": "text",
        "isRequired": true,
        "summary": "at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail"
      },
      {
        "name": "session",
        "kind": "text",
        "choices": [
          "cookie"
        ],
        "summary": "keeps the refresh token in a cookie that scripts cannot read, and out of bodies; for pages of the origin of PUBLIC_URL"
      }
    ],
    "answer": "one"
  },
  "replaceAssetFile": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/assets/{assetId}/file",
    "summary": "Replace the file of an asset",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "file",
        "kind": "text",
        "isRequired": true
      },
      {
        "name": "focalPoint",
        "kind": "text",
        "summary": "what crops keep in sight, fractions of width and height"
      }
    ],
    "answer": "one"
  },
  "reportWidgetEditor": {
    "method": "POST",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/editors",
    "summary": "Report an open editor",
    "query": [],
    "headers": [],
    "body": [],
    "answer": "one"
  },
  "resetPassword": {
    "method": "POST",
    "path": "/api/auth/password/reset",
    "summary": "Set a new password with the token of a mail; ends all sessions and personal access tokens",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "token",
        "kind": "text",
        "isRequired": true
      },
      {
        "name": "password",
        "kind": "text",
        "isRequired": true,
        "summary": "at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail"
      }
    ],
    "answer": "none"
  },
  "rotateApiKey": {
    "method": "POST",
    "path": "/api/projects/{projectId}/api-keys/{keyId}/rotate",
    "summary": "Replace an API key by a new one",
    "query": [],
    "headers": [
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "overlapSeconds",
        "kind": "number",
        "isRequired": true,
        "summary": "how long the old key stays valid; with 0 it is revoked at once"
      }
    ],
    "answer": "one"
  },
  "unpublishWidget": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/widgets/{widgetId}/unpublish",
    "summary": "Unpublish a widget",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [],
    "answer": "one"
  },
  "updateApiKey": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/api-keys/{keyId}",
    "summary": "Change the name, origins or expiry of an API key",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "expiresAt",
        "kind": "text",
        "isNullable": true,
        "summary": "YYYY-MM-DDTHH:MM:SS in server local time, or ISO 8601 with an offset or Z"
      },
      {
        "name": "allowedOrigins",
        "kind": "list"
      }
    ],
    "answer": "one"
  },
  "updateAsset": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/assets/{assetId}",
    "summary": "Update an asset",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "filename",
        "kind": "text"
      },
      {
        "name": "altText",
        "kind": "text",
        "isNullable": true,
        "summary": "text without the NUL character"
      },
      {
        "name": "decorative",
        "kind": "flag",
        "summary": "needs no alternative text; true only without one"
      },
      {
        "name": "focalPoint",
        "kind": "json",
        "isNullable": true,
        "summary": "what crops keep in sight: fractions of width and height, from the upper left corner of the upright picture"
      },
      {
        "name": "tags",
        "kind": "list"
      },
      {
        "name": "metadata",
        "kind": "json",
        "summary": "a JSON object, or text that holds one"
      },
      {
        "name": "folderId",
        "kind": "text",
        "isNullable": true,
        "summary": "a UUID"
      }
    ],
    "answer": "one"
  },
  "updateFolder": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/folders/{folderId}",
    "summary": "Rename or move a folder",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "summary": "text without slashes and control characters"
      },
      {
        "name": "parentId",
        "kind": "text",
        "isNullable": true,
        "summary": "a UUID"
      }
    ],
    "answer": "one"
  },
  "updateMe": {
    "method": "PUT",
    "path": "/api/auth/me",
    "summary": "Change the name of the account",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      }
    ],
    "answer": "one"
  },
  "updateMember": {
    "method": "PUT",
    "path": "/api/organizations/{orgId}/members/{userId}",
    "summary": "Change a member’s role",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "role",
        "kind": "text",
        "isRequired": true,
        "choices": [
          "OWNER",
          "ADMIN",
          "EDITOR",
          "VIEWER"
        ]
      }
    ],
    "answer": "one"
  },
  "updateOrganization": {
    "method": "PUT",
    "path": "/api/organizations/{orgId}",
    "summary": "Rename an organization",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "isRequired": true,
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      }
    ],
    "answer": "one"
  },
  "updatePassword": {
    "method": "PUT",
    "path": "/api/auth/password",
    "summary": "Change the password and end all other sessions",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "currentPassword",
        "kind": "text",
        "isRequired": true
      },
      {
        "name": "newPassword",
        "kind": "text",
        "isRequired": true,
        "summary": "at most 72 bytes of UTF-8; neither a common password nor one that contains a part of the name or the e-mail"
      },
      {
        "name": "revokeTokens",
        "kind": "flag",
        "summary": "true also revokes all personal access tokens of the account"
      }
    ],
    "answer": "none"
  },
  "updatePreset": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/presets/{presetName}",
    "summary": "Create or change a preset: a named set of image parameters",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "w",
        "kind": "number",
        "isNullable": true,
        "summary": "pixels"
      },
      {
        "name": "h",
        "kind": "number",
        "isNullable": true,
        "summary": "pixels"
      },
      {
        "name": "fit",
        "kind": "text",
        "isNullable": true,
        "choices": [
          "cover",
          "contain",
          "fill"
        ]
      },
      {
        "name": "format",
        "kind": "text",
        "isNullable": true,
        "choices": [
          "webp",
          "jpeg",
          "png",
          "avif",
          "auto"
        ]
      },
      {
        "name": "q",
        "kind": "number",
        "isNullable": true,
        "summary": "quality"
      },
      {
        "name": "gravity",
        "kind": "text",
        "isNullable": true,
        "choices": [
          "focal",
          "center",
          "auto"
        ]
      },
      {
        "name": "name",
        "kind": "text",
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      }
    ],
    "answer": "one"
  },
  "updateProject": {
    "method": "PUT",
    "path": "/api/projects/{projectId}",
    "summary": "Change the name, slug or rules of a project",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "slug",
        "kind": "text",
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      },
      {
        "name": "transformations",
        "kind": "text",
        "choices": [
          "any",
          "listed",
          "signed"
        ],
        "summary": "the renditions that the public may request besides originals and the sizes of the embed: any, presets, or signed ones"
      },
      {
        "name": "originals",
        "kind": "text",
        "choices": [
          "public",
          "signed"
        ],
        "summary": "who may fetch originals, and pictures with a side above maxPublicWidth: anyone, or holders of signed addresses"
      },
      {
        "name": "maxPublicWidth",
        "kind": "number",
        "summary": "pixels that neither side of a public picture exceeds, if originals are signed"
      },
      {
        "name": "watermark",
        "kind": "json",
        "isNullable": true,
        "summary": "the picture of the project that is drawn on what addresses without a signature give; null: none"
      }
    ],
    "answer": "one"
  },
  "updateWidget": {
    "method": "PUT",
    "path": "/api/projects/{projectId}/widgets/{widgetId}",
    "summary": "Update a widget",
    "query": [],
    "headers": [
      "If-Match",
      "Idempotency-Key"
    ],
    "body": [
      {
        "name": "name",
        "kind": "text",
        "summary": "text without control characters, also those of text direction (U+202A–202E, U+2066–2069)"
      },
      {
        "name": "slug",
        "kind": "text",
        "summary": "lower-case letters and digits, in words joined by single hyphens"
      },
      {
        "name": "assetIds",
        "kind": "list",
        "summary": "the assets in order"
      },
      {
        "name": "items",
        "kind": "json",
        "summary": "instead of assetIds: the assets in order, with texts and links of their own"
      },
      {
        "name": "config",
        "kind": "json"
      },
      {
        "name": "theme",
        "kind": "json"
      },
      {
        "name": "status",
        "kind": "text",
        "choices": [
          "DRAFT",
          "PUBLISHED"
        ]
      },
      {
        "name": "layout",
        "kind": "text",
        "choices": [
          "CAROUSEL",
          "GRID",
          "MASONRY",
          "SLIDER",
          "LIST_VERTICAL",
          "LIST_HORIZONTAL"
        ]
      }
    ],
    "answer": "one"
  },
  "verifyEmail": {
    "method": "POST",
    "path": "/api/auth/email/verify",
    "summary": "Verify the e-mail address of an account, or ask for another mail",
    "query": [],
    "headers": [],
    "body": [
      {
        "name": "token",
        "kind": "text"
      },
      {
        "name": "password",
        "kind": "text"
      }
    ],
    "answer": "one"
  }
} as const
