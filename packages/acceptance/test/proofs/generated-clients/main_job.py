"""The main job with clients that openapi-python-client has generated, from the address of both services.

Prints nothing. Exits with a traceback if an answer has another type or value than the documents promise.
"""

import sys
from io import BytesIO
from uuid import uuid4

from vitrine_delivery_api_client import AuthenticatedClient as KeyClient
from vitrine_delivery_api_client import models as published_models
from vitrine_delivery_api_client.api.images import get_image
from vitrine_delivery_api_client.api.widgets import get_published_widget, record_events
from vitrine_management_api_client import AuthenticatedClient, Client, models
from vitrine_management_api_client.api.accounts import get_me, login, register
from vitrine_management_api_client.api.api_keys import create_api_key
from vitrine_management_api_client.api.assets import create_asset
from vitrine_management_api_client.api.projects import create_project
from vitrine_management_api_client.api.widgets import (
    create_widget,
    get_widget,
    publish_widget,
    update_widget,
)
from vitrine_management_api_client.types import File

management_url, delivery_url, picture = sys.argv[1:]
address = f"{uuid4()}@example.com"
password = "correct horse battery"


def expect_error(answer, status, code):
    assert isinstance(answer, models.Error), answer
    assert (answer.status, answer.code) == (status, code), answer


anonymous = Client(base_url=management_url)
registration = models.Registration(
    organization_name="Museum", name="Ada", email=address, password=password
)
session = register.sync(client=anonymous, body=registration)
assert isinstance(session, models.Session), session
again = register.sync(client=anonymous, body=registration)
expect_error(again, 409, models.ErrorCode.EMAIL_TAKEN)
wrong = models.Credentials(email=address, password="another password")
expect_error(login.sync(client=anonymous, body=wrong), 401, models.ErrorCode.CREDENTIALS_INVALID)

admin = AuthenticatedClient(base_url=management_url, token=session.access_token)
me = get_me.sync(client=admin)
assert isinstance(me, models.Me), me
organization = me.organizations[0]
project = create_project.sync(
    organization.id, client=admin, body=models.NewProject(name="Exhibition")
)
assert isinstance(project, models.Project), project

with open(picture, "rb") as file:
    body = models.CreateAssetBody(file=File(payload=BytesIO(file.read()), file_name="dune.jpg"))
asset = create_asset.sync(project.id, client=admin, body=body)
assert isinstance(asset, models.Asset), asset

# Only what is set is sent and stored: a default of the layout is none of the client's.
new_widget = models.NewGridWidget(
    name="Summer",
    slug="summer",
    layout="GRID",
    asset_ids=[asset.id],
    config=models.GridConfig(columns=3),
)
widget = create_widget.sync(project.id, client=admin, body=new_widget)
assert isinstance(widget, models.GridWidget), widget
assert widget.config.to_dict() == {"columns": 3}, widget.config
expect_error(
    create_widget.sync(project.id, client=admin, body=new_widget),
    409,
    models.ErrorCode.WIDGET_SLUG_TAKEN,
)
expect_error(
    get_widget.sync(project.id, uuid4(), client=admin), 404, models.ErrorCode.WIDGET_NOT_FOUND
)
misspelled = models.GridConfig()
misspelled["colums"] = 3
warned = update_widget.sync(
    project.id, widget.id, client=admin, body=models.GridWidgetUpdate(layout="GRID", config=misspelled)
)
assert isinstance(warned, models.GridWidget), warned
assert [warning.field for warning in warned.warnings] == ["config.colums"], warned.warnings
shown = publish_widget.sync(project.id, widget.id, client=admin)
assert isinstance(shown, models.GridWidget) and shown.status == "PUBLISHED", shown

key = create_api_key.sync(
    project.id,
    client=admin,
    body=models.NewApiKey(name="Site", permissions=models.NewApiKeyPermissions.READ_WRITE),
)
assert isinstance(key, models.CreatedApiKey), key

site = KeyClient(base_url=delivery_url, token=key.key, prefix="", auth_header_name="X-API-Key")
published = get_published_widget.sync("summer", client=site)
assert isinstance(published, published_models.PublishedWidget), published
assert [one.id for one in published.assets] == [asset.id], published.assets
event = published_models.RecordEventsBodyEventsItem(
    type_=published_models.RecordEventsBodyEventsItemType.VIEW
)
counted = record_events.sync_detailed(
    "summer", client=site, body=published_models.RecordEventsBody(events=[event])
)
assert counted.status_code == 204, counted
image = get_image.sync_detailed(project.id, asset.id, client=site, w=320)
assert (image.status_code, image.content[:2]) == (200, b"\xff\xd8"), image.headers
stranger = KeyClient(base_url=delivery_url, token="pk_none", prefix="", auth_header_name="X-API-Key")
refused = get_published_widget.sync("summer", client=stranger)
assert isinstance(refused, published_models.Error), refused
assert refused.code == published_models.ErrorCode.API_KEY_INVALID, refused
